#include "kernels/histogram/cpu_counts.hpp"

namespace heteroscope::histogram {
namespace {

void run(const Job& job) {
  with_input(job, [&]<class T>(const auto& bins) {
    const auto counts = counts_of(job);
    rows_in_order(job, [&](int y) {
      const T* row = job.input.row<T>(y);
      for (int x = 0; x < job.input.size.width; ++x) ++counts[bins(row[x])];
    });
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: a loop on one thread.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::histogram
