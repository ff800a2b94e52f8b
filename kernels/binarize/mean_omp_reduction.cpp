#include <omp.h>

#include "core/run/trace.hpp"
#include "kernels/binarize/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    double sum = 0;
#pragma omp parallel for num_threads(job.threads) schedule(static) reduction(+ : sum)
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
      const T* values = job.input.row<const T>(y);
      for (int x = 0; x < job.input.size.width; ++x) sum += values[x];
      if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
    }
    partial(job) += sum;
  });
}

}  // namespace

extern const Variant mean_omp_reduction;
const Variant mean_omp_reduction{
    .processor = Processor::cpu,
    .summary = "OpenMP: a sum a thread over one run of rows, added by reduction(+). Error up to (n - 1) u.",
    .knobs = cpu_knobs,
    .run = run,
    .reordered = true,
    .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
