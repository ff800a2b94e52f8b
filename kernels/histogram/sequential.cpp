#include "kernels/histogram/cpu_counts.hpp"
#include "kernels/histogram/reference.hpp"

namespace heteroscope::histogram {
namespace {

void run(const ReduceJob& job) {
  with_input(job, [&]<class T>(const auto& bins) {
    const auto counts = counts_of(job);
    rows_in_order(job, [&](int y) { count_row(job.input.row<const T>(y), job.input.size.width, bins, counts); });
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: a plain loop on one thread.",
                         .knobs = {.precisions = all_precisions},
                         .run = run};

}  // namespace heteroscope::histogram
