#include "kernels/histogram/cpu_counts.hpp"

namespace heteroscope::histogram {
namespace {

void run(const ReduceJob& job) {
  with_input(job, [&]<class T>(const auto& bins) {
    const auto counts = counts_of(job);
    parallel_rows(job, [&](int y) {
      const T* row = job.input.row<T>(y);
      for (int x = 0; x < job.input.size.width; ++x) {
        std::uint64_t& count = counts[bins(row[x])];
#pragma omp atomic
        ++count;
      }
    });
  });
}

}  // namespace

extern const Variant omp_atomic;
const Variant omp_atomic{.processor = Processor::cpu,
                         .summary = "OpenMP: one histogram for all threads, with an atomic increment per value.",
                         .knobs = cpu_knobs,
                         .run = run};

}  // namespace heteroscope::histogram
