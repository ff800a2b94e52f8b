#include "app/commands/compare/pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/analysis/others.hpp"
#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

namespace {

/// As a count where it is not what the machine has.
std::string threads_text(const Result& result, const ResultRow& row) {
  std::string threads = cell(row, column::threads);
  if (threads.empty() || threads == "1") return threads;
  return threads == machine_fact(result, column::machine::cpu_threads) ? "all" : threads;
}

/// Paths of settings that differ. How many threads there are is the machine's; which version of the program wrote them
/// is no setting.
std::vector<std::string> differences(const ResultRow& a, const ResultRow& b) {
  std::vector<std::string> out;
  if (a.settings.empty() || b.settings.empty()) return out;
  const auto parsed = [](const ResultRow& row) {
    nlohmann::json json = nlohmann::json::parse(row.settings);
    json.erase("threads");
    json.erase("version");
    return json;
  };
  for (const nlohmann::json& each : nlohmann::json::diff(parsed(a), parsed(b))) {
    std::string path = each.at("path").get<std::string>().substr(1);
    std::ranges::replace(path, '/', '.');
    if (std::ranges::find(out, path) == out.end()) out.push_back(std::move(path));
  }
  return out;
}

RowPair pair_of(const ResultRow& before, const ResultRow& after) {
  RowPair out{.before = &before, .after = &after, .different = differences(before, after)};
  const double a = before.number(column::median_ms);
  const double b = after.number(column::median_ms);
  out.speedup = out.speedup_least = out.speedup_most = b > 0 ? a / b : 1;
  if (!others_text(out).empty()) out.change = Change::marked;
  if (!has(before, column::median_low_ms) || !has(after, column::median_low_ms) ||
      !(after.number(column::median_low_ms) > 0))
    return out;
  out.speedup_least = before.number(column::median_low_ms) / after.number(column::median_high_ms);
  out.speedup_most = before.number(column::median_high_ms) / after.number(column::median_low_ms);
  if (out.change == Change::marked) return out;
  out.change = tied(before, after) ? Change::tie : out.speedup > 1 ? Change::faster : Change::slower;
  return out;
}

}  // namespace

std::string row_key(const Result& result, const ResultRow& row) {
  const std::string scene = row.text(column::scene);
  std::string out = fmt::format("{}{}{} {}, {}", scene, scene.empty() ? "" : " ", row.text(column::precision),
                                row.text(column::variant), size_text(row));
  if (const std::string threads = threads_text(result, row); !threads.empty()) out += ", " + plural(threads, "thread");
  if (const std::string block = block_text(row); !block.empty()) out += fmt::format(", blocks of {}", block);
  for (const Column& id : {column::mapping, column::split}) {
    if (const std::string word = cell(row, id); !word.empty()) out += fmt::format(", {}", word);
  }
  if (uses_gpu(row)) out += fmt::format(", {}", row.text(column::memory));
  if (has(row, column::steps)) out += ", " + plural(cell(row, column::steps), "step");
  return out;
}

Pairs pairs_of(const Result& before, const Result& after) {
  Pairs out;
  std::vector<std::pair<std::string, const ResultRow*>> left;
  for (const ResultRow& row : after.rows) left.emplace_back(row_key(after, row), &row);
  for (const ResultRow& row : before.rows) {
    const std::string key = row_key(before, row);
    const auto same = std::ranges::find(left, key, [](const auto& each) { return each.first; });
    if (same == left.end()) {
      out.only_before.push_back(&row);
      continue;
    }
    out.both.push_back(pair_of(row, *same->second));
    left.erase(same);
  }
  for (const auto& [key, row] : left) out.only_after.push_back(row);
  return out;
}

double geometric_mean(std::span<const RowPair> pairs) {
  double sum = 0;
  int count = 0;
  for (const RowPair& each : pairs) {
    if (each.change == Change::marked) continue;
    sum += std::log(each.speedup);
    ++count;
  }
  return count == 0 ? 1 : std::exp(sum / count);
}

std::string others_text(const RowPair& pair) {
  return others_text(std::vector{pair.before, pair.after});
}

bool is_slower_by(const RowPair& pair, double share) {
  return pair.change == Change::slower && 1 / pair.speedup_most > 1 + share;
}

}  // namespace heteroscope
