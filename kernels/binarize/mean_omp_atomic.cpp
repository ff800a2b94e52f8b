#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    double& sum = partial(job);
    begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
    {
      double mine = 0;
#pragma omp for schedule(static)
      for (int y = job.rows.begin; y < job.rows.end; ++y) {
        if (job.cancelled()) continue;
        const ThreadSpan span(job);
        const T* values = job.input.row<const T>(y);
        for (int x = 0; x < job.input.size.width; ++x) mine += values[x] * scale;
        span.finish_rows({y, y + 1}, job.input.size.width);
      }
#pragma omp atomic
      sum += mine;
    }
  });
}

}  // namespace

extern const Variant mean_omp_atomic;
const Variant mean_omp_atomic{
    .processor = Processor::cpu,
    .summary = "OpenMP: each thread sums a range of rows and adds its sum atomically. Error at most (n - 1) u.",
    .knobs = cpu_knobs,
    .run = run,
    .reordered = true,
    .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
