#include "app/analysis/others.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/reading.hpp"
#include "app/results/row_columns.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

std::optional<double> share_in(const ResultRow& row, std::string_view id) {
  return has(row, id) ? std::optional(row.number(id)) : std::nullopt;
}

}  // namespace

TakenByOthers taken_in(const ResultRow& row) {
  TakenByOthers out{.cpu = share_in(row, column::others_cpu_share), .gpu = share_in(row, column::others_gpu_share)};
  // a GPU's own time does not have the processors' in it, a whole call's has
  out.counts_cpu = uses_cpu(row) || row.find(column::whole_ms) == nullptr || has(row, column::whole_ms);
  return out;
}

bool is_marked(const ResultRow& row) {
  return holds(row, column::others_marked);
}

std::pair<bool, double> order_by_time(const ResultRow& row) {
  return {is_marked(row), row.number(column::median_ms)};
}

const char* star(const ResultRow& row) {
  return is_marked(row) ? " *" : "";
}

std::string others_text(const ResultRow& row) {
  return is_marked(row) ? others_text(taken_in(row)) : std::string();
}

std::string others_text(const std::vector<const ResultRow*>& rows) {
  const ResultRow* most = nullptr;
  for (const ResultRow* row : rows) {
    if (is_marked(*row) && (most == nullptr || taken_in(*row).most() > taken_in(*most).most())) most = row;
  }
  return most == nullptr ? std::string() : others_text(*most);
}

std::string others_cell(const ResultRow& row) {
  if (row.find(column::others_marked) == nullptr) return {};
  const TakenByOthers taken = taken_in(row);
  return others_cell(taken, uses_cpu(row) || taken.of_cpu(), uses_gpu(row));
}

bool has_others(const Result& result) {
  return std::ranges::any_of(result.rows,
                             [](const ResultRow& row) { return row.find(column::others_marked) != nullptr; });
}

std::string marked_note(const Result& result) {
  std::vector<const ResultRow*> marked;
  for (const ResultRow& row : result.rows) {
    if (is_marked(row)) marked.push_back(&row);
  }
  return marked_note(marked.size(), result.rows.size(), others_text(marked));
}

std::string marked_note(std::size_t marked, std::size_t rows, const std::string& others) {
  if (marked == 0) return {};
  return fmt::format(
      "While {} of {} (*) {} measured, {} at most. Above {:.0f} %, a row is not used for conclusions and no law is "
      "fitted to it: measure again when those programs have ended.",
      marked, plural(rows, "row"), noun(marked, "was", "were"), others, 100 * much_taken);
}

Document unknown_others(const Result& result) {
  const auto unknown = [&](std::string_view id) {
    return std::ranges::any_of(result.rows,
                               [&](const ResultRow& row) { return row.find(id) != nullptr && !has(row, id); });
  };
  Document out;
  if (unknown(column::others_gpu_share)) {
    out.emplace_back(Paragraph{
        "It is not known how much of the GPU other programs used: the driver does not report it, or does not list "
        "this program (as in a container), or has taken no sample since the row began."});
  }
  if (unknown(column::others_cpu_share)) {
    out.emplace_back(Paragraph{
        "It is not known how much of the processors other programs used: /proc/stat does not say, or the rows were "
        "too short to tell."});
  }
  return out;
}

Document others_notes(const Result& result) {
  Document out;
  if (std::string note = marked_note(result); !note.empty()) out.emplace_back(Paragraph{std::move(note)});
  std::ranges::move(unknown_others(result), std::back_inserter(out));
  return out;
}

}  // namespace heteroscope
