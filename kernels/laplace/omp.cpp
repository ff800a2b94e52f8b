#include "core/model/variant.hpp"
#include "kernels/laplace/cpu_backend.hpp"

namespace heteroscope::laplace {
namespace {

void run(const IterateJob& job) {
  CpuBackend<true> on(job);
  run_method(job, on);
}

}  // namespace

extern const Variant omp;
const Variant omp{.processor = Processor::cpu,
                  .summary = "OpenMP: the same loops, each thread a run of rows; small grids on one thread.",
                  .knobs = {.precisions = both_precisions, .threads = true},
                  .run = run};

}  // namespace heteroscope::laplace
