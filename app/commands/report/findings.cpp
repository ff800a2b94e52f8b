#include "app/commands/report/findings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/bench/reading.hpp"

namespace heteroscope {

namespace {

using Alike = std::vector<const ResultRow*>;

/// Alike that compute the same, the fastest first.
std::vector<Alike> problems_of(const Result& result) {
  std::vector<Alike> out;
  for (const ResultRow& row : result.rows) {
    if (holds(row, "witness")) continue;
    const auto same = [&](const Alike& known) {
      return same_problem(*known.front(), row) && known.front()->text("stage") == row.text("stage");
    };
    const auto found = std::ranges::find_if(out, same);
    (found != out.end() ? *found : out.emplace_back()).push_back(&row);
  }
  for (Alike& each : out)
    std::ranges::stable_sort(each, {}, [](const ResultRow* row) { return row->number("median_ms"); });
  return out;
}

std::string label_of(const Result& result, const ResultRow& row) {
  std::string out = variant_text(result, row);
  if (const std::string block = block_text(row); !block.empty()) out += fmt::format(" in blocks of {}", block);
  return out;
}

/// "; simd_tuned and omp cannot be told from it".
std::string ties_with(const Result& result, const Alike& rows) {
  std::vector<std::string> out;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (tied(*rows[0], *rows[i])) out.push_back(label_of(result, *rows[i]));
  }
  return out.empty() ? std::string() : fmt::format("; {} cannot be told from it", fmt::join(out, ", "));
}

/// How much longer the next takes that is not tied with the first.
std::string lead_of(const Result& result, const Alike& rows) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (tied(*rows[0], *rows[i])) continue;
    return fmt::format("; the next, {}, takes {} times as long", label_of(result, *rows[i]),
                       times(rows[i]->number("median_ms") / rows[0]->number("median_ms")));
  }
  return {};
}

std::string sentence(const Result& result, const Alike& rows) {
  const ResultRow& first = *rows.front();
  std::string out = fmt::format("{}, {}, {}: {} is the fastest with {}", first.text("scene"), first.text("precision"),
                                size_text(first), label_of(result, first), cell(first, "median_ms"));
  if (has(first, "speedup") && !holds(first, "reference"))
    out += fmt::format(", {} times as fast as the reference", cell(first, "speedup"));
  for (const char* id : {"fma_ceiling_share", "copy_ceiling_share", "fill_ceiling_share"}) {
    if (has(first, id)) {
      out += fmt::format(", {} {}", cell(first, id), first.at(id).name);
      break;
    }
  }
  return out + ties_with(result, rows) + lead_of(result, rows) + ".";
}

}  // namespace

Document findings(const Result& result) {
  List out;
  for (const Alike& each : problems_of(result)) {
    if (each.size() > 1) out.items.push_back(sentence(result, each));
  }
  if (out.items.empty()) return {Paragraph{"Each row stands alone: nothing can be held against anything else."}};
  return {std::move(out)};
}

}  // namespace heteroscope
