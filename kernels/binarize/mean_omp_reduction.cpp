#include <omp.h>

#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    double sum = 0;
    begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel for num_threads(job.threads) schedule(static) reduction(+ : sum)
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadSpan span(job);
      const T* values = job.input.row<const T>(y);
      for (int x = 0; x < job.input.size.width; ++x) sum += values[x] * scale;
      span.finish_rows({y, y + 1}, job.input.size.width);
    }
    partial(job) += sum;
  });
}

}  // namespace

extern const Variant mean_omp_reduction;
const Variant mean_omp_reduction{
    .processor = Processor::cpu,
    .summary = "OpenMP: each thread sums a range of rows; reduction(+) adds the sums. Error at most (n - 1) u.",
    .knobs = cpu_knobs,
    .run = run,
    .reordered = true,
    .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
