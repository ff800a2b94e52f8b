#include "kernels/std_parallel.hpp"

#include <functional>
#include <numeric>

#include "core/run/cpu_rows.hpp"
#include "kernels/binarize/sums/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

/// The sum of a row; rows that are not begun when the job is cancelled count as nothing.
template <class T>
double sum_of_row(const ReduceJob& job, int y, double scale) {
  if (job.cancelled()) return 0;
  const ThreadSpan span(job);
  const T* values = job.input.row<const T>(y);
  const int width = job.input.size.width;
  const double sum = std::transform_reduce(std::execution::unseq, values, values + width, 0.0, std::plus<>(),
                                           [scale](T value) { return value * scale; });
  span.finish_rows({y, y + 1}, width, std_thread());
  return sum;
}

void run(const ReduceJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.input.precision, [&]<class T>() {
    const double scale = plain_scale<double>(job.largest);
    with_std_threads(job.threads, [&] {
      partial(job) += std::transform_reduce(
          std::execution::par_unseq, Counting(job.rows.begin), Counting(job.rows.end), 0.0, std::plus<>(),
          [&](std::int64_t y) { return sum_of_row<T>(job, static_cast<int>(y), scale); });
    });
  });
}

}  // namespace

extern const Variant mean_std_par_unseq;
const Variant mean_std_par_unseq{.processor = Processor::cpu,
                                 .summary =
                                     "C++17: std::transform_reduce over the rows with std::execution::par_unseq, and "
                                     "over a row's values with unseq. Error at most (n - 1) u.",
                                 .knobs = {.precisions = both_precisions, .threads = true, .threads_of_library = true},
                                 .run = run,
                                 .reordered = true,
                                 .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
