#include "app/commands/bench/again.hpp"

#include <fmt/format.h>

#include "app/analysis/reading.hpp"
#include "app/results/fact_columns.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// A number of the file's effort; none where it has none. Throws BadInput outside of the range.
std::optional<double> effort_in(const Result& result, const std::string& name, const Column& column, double low,
                                double high) {
  const Datum* const datum = find_datum(result.facts, column);
  if (datum == nullptr || !datum->there()) return std::nullopt;
  if (!(datum->number() >= low && datum->number() <= high)) {
    throw BadInput(fmt::format("{}: effort.{}: {} is not from {} to {}", name,
                               column.id.substr(column.id.find('/') + 1), text_of(datum->value), low, high));
  }
  return datum->number();
}

BenchEffort effort_of_result(const Result& result, const std::string& name) {
  BenchEffort out;
  if (const auto runs = effort_in(result, name, column::effort_repeat, 1, most_runs))
    out.sampling.runs = static_cast<int>(*runs);
  out.sampling.within = effort_in(result, name, column::effort_within, 0, 1).value_or(out.sampling.within);
  out.sampling.budget_ms =
      effort_in(result, name, column::effort_budget_ms, 0, most_budget_ms).value_or(out.sampling.budget_ms);
  out.all_ms = effort_in(result, name, column::effort_all_ms, 0, most_budget_ms);
  if (const auto runs = effort_in(result, name, column::effort_warmup, 0, most_runs))
    out.warmup = static_cast<int>(*runs);
  out.cold = effort_in(result, name, column::effort_cold, 0, 1).value_or(0) != 0;
  return out;
}

BenchCase case_of(const ResultRow& row, const Workload& workload, const Suite* suite, const std::string& where) {
  if (row.settings.empty()) throw BadInput(where + ": has no settings, so it cannot be measured again");
  BenchCase out{.scene = row.text(column::scene),
                .settings = settings_from_json(row.settings, where, catalog()),
                .variant = row.text(column::variant),
                .reference = holds(row, column::reference),
                .scaled_by = has(row, column::scaled_by) ? static_cast<int>(row.number(column::scaled_by)) : 0,
                .fast_math = holds(row, column::fast_math),
                .whole_call = has(row, column::whole_ms),
                .compared = has(row, column::differing_values),
                .counted = suite != nullptr && suite->counted};
  if (out.settings.problem.workload != workload.id) {
    throw BadInput(
        fmt::format("{}: is for {} and not for {}", where, quote(out.settings.problem.workload), workload.id));
  }
  const double stage = row.number(column::stage);
  if (!(stage >= 0) || stage >= static_cast<double>(workload.stages.size()))
    throw BadInput(fmt::format("{}: {} has no stage {}", where, workload.id, row.text(column::stage)));
  out.stage = static_cast<std::size_t>(stage);
  if (out.fast_math && !workload.fast_math)
    throw BadInput(fmt::format("{}: {} has no fast-math baseline", where, workload.id));
  return out;
}

}  // namespace

SavedRows parse_saved_rows(const std::string& text) {
  SavedRows whole{.path = text, .part = {}, .row = std::nullopt};
  const std::size_t colon = text.rfind(':');
  std::error_code unknown;
  if (colon == text.npos || colon + 1 == text.size() || std::filesystem::exists(text, unknown)) return whole;
  const std::string before = text.substr(0, colon);
  const auto row = number_from<std::size_t>(std::string_view(text).substr(colon + 1));
  if (!row) {
    if (!std::filesystem::exists(before, unknown)) return whole;
    return {.path = before, .part = text.substr(colon + 1), .row = std::nullopt};
  }
  SavedRows out = std::filesystem::exists(before, unknown) ? SavedRows{before, {}, {}} : parse_saved_rows(before);
  if (out.row) out = {before, {}, {}};
  out.row = row;
  return out;
}

Asked asked_again(const Result& result, std::optional<std::size_t> row, const std::string& name) {
  if (row && (*row == 0 || *row > result.rows.size()))
    throw BadInput(fmt::format("{}: there is no row {}; it has {}, counted from 1", name, *row, result.rows.size()));
  const std::string suite = fact(result, column::suite);
  Asked out{.workload = &find_workload(catalog(), fact(result, column::workload)),
            .suite = suite_of(result),
            .cases = {},
            .effort = effort_of_result(result, name)};
  if (out.suite == nullptr && !suite.empty())
    throw BadInput(fmt::format("{}: the suite {} is unknown", name, quote(suite)));
  for (std::size_t i = 0; i < result.rows.size(); ++i) {
    if (row && *row != i + 1) continue;
    out.cases.push_back(case_of(result.rows[i], *out.workload, out.suite, fmt::format("{}: row {}", name, i + 1)));
  }
  return out;
}

}  // namespace heteroscope
