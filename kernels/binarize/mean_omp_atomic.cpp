#include "core/run/cpu_rows.hpp"
#include "core/run/trace.hpp"
#include "kernels/binarize/cpu_mean.hpp"

namespace heteroscope::binarize {
namespace {

void run(const ReduceJob& job) {
  with_precision(job.input.precision, [&]<class T>() {
    double& sum = partial(job);
#pragma omp parallel num_threads(job.threads)
    {
      double mine = 0;
#pragma omp for schedule(static)
      for (int y = job.rows.begin; y < job.rows.end; ++y) {
        if (job.cancelled()) continue;
        const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
        const T* values = job.input.row<const T>(y);
        for (int x = 0; x < job.input.size.width; ++x) mine += static_cast<double>(values[x]);
        if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
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
    .summary = "OpenMP: each thread sums its run of rows and adds that atomically. Error up to (n - 1) u.",
    .knobs = cpu_knobs,
    .run = run,
    .reordered = true,
    .sum_error = error_in_any_order};

}  // namespace heteroscope::binarize
