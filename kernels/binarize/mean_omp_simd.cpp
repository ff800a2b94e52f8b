#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    const int width = job.input.size.width;
    double sum = 0;
    begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel for num_threads(job.threads) schedule(static) reduction(+ : sum)
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadSpan span(job);
      const T* values = job.input.row<const T>(y);
      double of_row = 0;
#pragma omp simd reduction(+ : of_row)
      for (int x = 0; x < width; ++x) of_row += values[x] * scale;
      sum += of_row;
      span.finish_rows({y, y + 1}, width);
    }
    partial(job) += sum;
  });
}

}  // namespace

extern const Variant mean_omp_simd;
const Variant mean_omp_simd{.processor = Processor::cpu,
                            .summary =
                                "OpenMP: omp_reduction with a simd clause, which allows the compiler to add in another "
                                "order, and so to use one vector of sums. Error at most (n - 1) u.",
                            .knobs = cpu_knobs,
                            .run = run,
                            .reordered = true,
                            .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
