#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const Job& job) {
  with_precision(job.input.precision, [&]<class T>() {
    double sum = 0;
    rows_in_order(job, [&](int y) {
      const T* values = job.input.row<const T>(y);
      for (int x = 0; x < job.input.size.width; ++x) sum += values[x];
    });
    partial(job) += sum;
  });
}

}  // namespace

extern const Variant mean_sequential;
const Variant mean_sequential{.processor = Processor::cpu,
                              .summary = "The reference: one sum in fp64, value after value. Error up to (n - 1) u.",
                              .knobs = {.precisions = both_precisions},
                              .run = run,
                              .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
