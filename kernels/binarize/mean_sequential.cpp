#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/reference.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    double sum = 0;
    rows_in_order(job, [&](int y) { add_row(sum, job.input.row<const T>(y), job.input.size.width, scale); });
    partial(job) += sum;
  });
}

}  // namespace

extern const Variant mean_sequential;
const Variant mean_sequential{.processor = Processor::cpu,
                              .summary = "The reference: one fp64 sum, value after value. Error at most (n - 1) u.",
                              .knobs = {.precisions = both_precisions},
                              .run = run,
                              .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
