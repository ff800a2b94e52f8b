#include "app/commands/bench/unfinished.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/speedups.hpp"
#include "app/bench/data.hpp"
#include "app/results/data.hpp"
#include "app/results/fact_columns.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/json/json_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// What tells a case, and the row that came of it. Settings are compared as what they say, however they are written.
std::string unfinished_key(const std::string& scene, const std::string& variant, const std::string& stage,
                           bool fast_math, const std::string& settings) {
  return written_json(nlohmann::json{scene, variant, stage, fast_math, nlohmann::json::parse(settings)});
}

std::string unfinished_key(const BenchCase& what) {
  return unfinished_key(what.scene, what.variant, std::to_string(what.stage), what.fast_math,
                        to_json(what.settings, catalog()));
}

std::string unfinished_key(const ResultRow& row) {
  return unfinished_key(row.text(column::scene), row.text(column::variant), row.text(column::stage),
                        holds(row, column::fast_math), row.settings.empty() ? "null" : row.settings);
}

/// A fact that must be the same in both runs. The date is not, nor is a clock that may be the present one.
bool must_be_same(const std::string& id) {
  for (const Column& each : {column::machine::date_utc, column::machine::cpu_mhz})
    if (id == part_of(column::machine_facts, each)) return false;
  constexpr std::array whole{column::title.id, column::workload.id, column::suite.id};
  return id.starts_with("machine/") || id.starts_with("effort/") || std::ranges::find(whole, id) != whole.end();
}

void check_result_facts(const Result& earlier, const Result& now, const std::string& name) {
  for (const Datum& each : now.facts) {
    if (!must_be_same(each.id)) continue;
    const std::string before = fact(earlier, each.id);
    const std::string here = text_of(each.value);
    if (before == here) continue;
    throw BadInput(fmt::format("--resume: {} was measured with another {}: then {}, now {}", name, each.name,
                               quote(before), quote(here)));
  }
}

bool has_any(const Result& result, std::string_view whole) {
  return std::ranges::any_of(result.facts,
                             [&](const Datum& each) { return each.id.starts_with(whole) && each.there(); });
}

/// Ceilings and noise of processors whose rows were all there already.
void add_missing_facts(Result& to, const Result& earlier) {
  for (const std::string_view whole :
       {column::cpu_ceilings, column::gpu_ceilings, column::link_ceilings, column::noises}) {
    if (has_any(to, whole)) continue;
    std::erase_if(to.facts, [&](const Datum& each) { return each.id.starts_with(whole); });
    std::ranges::copy_if(earlier.facts, std::back_inserter(to.facts),
                         [&](const Datum& each) { return each.id.starts_with(whole); });
  }
}

/// When earlier parts were measured, and how many rows each has.
void add_parts(Result& to, const Result& earlier) {
  std::size_t parts = 0;
  std::size_t rows = earlier.rows.size();
  for (const Datum& each : earlier.facts) {
    if (!each.id.starts_with("earlier/")) continue;
    to.facts.push_back(each);
    if (!each.id.ends_with("/rows")) continue;
    ++parts;
    rows -= static_cast<std::size_t>(each.number());
  }
  if (rows == 0) return;
  Data part = Data(to.facts).of(fmt::format("earlier/{}", parts));
  part.add({column::machine::date_utc.id, "date", "The date of an earlier part of the measurement, UTC"},
           machine_fact(earlier, column::machine::date_utc));
  part.add({"rows", "rows", "The rows of that part"}, static_cast<std::int64_t>(rows));
}

}  // namespace

UnfinishedBench::UnfinishedBench(const Asked& asked, const BenchEffort& effort)
    : asked_(asked), effort_(effort), left_(asked.cases) {
  for (const BenchCase& each : asked.cases) keys_.push_back(unfinished_key(each));
}

void UnfinishedBench::take_up(Result earlier, const std::string& name) {
  check_result_facts(earlier, with({}), name);
  std::vector<std::string> open = keys_;
  for (std::size_t i = 0; i < earlier.rows.size(); ++i) {
    const auto found = std::ranges::find(open, unfinished_key(earlier.rows[i]));
    if (found == open.end()) throw BadInput(fmt::format("--resume: row {} of {} is not measured now", i + 1, name));
    found->clear();
  }
  left_.clear();
  for (std::size_t i = 0; i < open.size(); ++i) {
    if (!open[i].empty()) left_.push_back(asked_.cases[i]);
  }
  earlier_ = std::move(earlier);
}

Result UnfinishedBench::with(Bench now) const {
  now.title = asked_.suite != nullptr ? asked_.suite->id : asked_.workload->id;
  now.suite = asked_.suite;
  now.effort = effort_;
  now.cases = asked_.cases.size();
  now.ranked = asked_.ranked;
  for (const std::string& each : asked_.left_out) now.skips.emplace_back(each, 0);
  Result out = result_of(now, *asked_.workload);
  if (!earlier_) return out;
  std::vector<ResultRow> rows = earlier_->rows;
  std::ranges::move(out.rows, std::back_inserter(rows));
  std::vector<std::string> keys;
  keys.reserve(rows.size());
  for (const ResultRow& each : rows) keys.push_back(unfinished_key(each));
  out.rows.clear();
  for (const std::string& key : keys_) {
    const auto at = std::ranges::find(keys, key);
    if (at == keys.end()) continue;
    at->clear();
    out.rows.push_back(std::move(rows[static_cast<std::size_t>(at - keys.begin())]));
  }
  set_speedups(out, now.suite);
  set_scaling(out);
  add_missing_facts(out, *earlier_);
  add_parts(out, *earlier_);
  return out;
}

}  // namespace heteroscope
