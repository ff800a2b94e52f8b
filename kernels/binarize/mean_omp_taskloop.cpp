#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    double sum = 0;
    begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
#pragma omp single
#pragma omp taskloop reduction(+ : sum)
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

extern const Variant mean_omp_taskloop;
const Variant mean_omp_taskloop{.processor = Processor::cpu,
                                .summary =
                                    "OpenMP: a taskloop over the rows; the library chooses the number of tasks; "
                                    "reduction(+) adds the sums of the tasks. Error at most (n - 1) u.",
                                .knobs = cpu_knobs,
                                .run = run,
                                .reordered = true,
                                .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
