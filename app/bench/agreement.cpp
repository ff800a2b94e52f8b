#include "app/bench/agreement.hpp"

#include <fmt/format.h>

#include "app/analysis/reading.hpp"
#include "core/base/error.hpp"
#include "core/run/compare.hpp"
#include "core/verify/case.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

Agreement References::with(const Frame& frame) {
  if (problem_ != frame.plan.problem) {
    const Planned planned = plan(reference_of(frame.plan.settings, *frame.plan.workload), catalog(), device::all());
    if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
    Executor executor;
    field_ = executor.execute(*planned.plan, {.summarize = false, .from_start = true}).value().field;
    problem_ = frame.plan.problem;
  }
  const Diff diff = compare(field_.host_view(), frame.field.with_host_copy().host_view());
  return {.values = diff.values, .differing = diff.differing, .largest = diff.max_error};
}

void References::trim() {
  problem_.reset();
  field_ = {};
}

Document agreement_note(const Result& result) {
  std::size_t compared = 0;
  List wrong;
  for (const ResultRow& row : result.rows) {
    if (!has(row, "differing_values")) continue;
    ++compared;
    if (row.number("differing_values") == 0) continue;
    wrong.items.push_back(fmt::format("{}, {} {}: {} of {} values differ, by {} at most", row.text("scene"),
                                      row.text("precision"), variant_in_memory(result, row),
                                      row.text("differing_values"), row.text("compared_values"),
                                      row.text("largest_difference")));
  }
  if (compared == 0) return {};
  if (wrong.items.empty()) {
    return {
        Paragraph{fmt::format("Each of the {} results is the reference's, value by value: their diff pictures are "
                              "black.",
                              compared)}};
  }
  return {Paragraph{fmt::format("Of {} results {} are not the reference's:", compared, wrong.items.size())},
          std::move(wrong)};
}

}  // namespace heteroscope
