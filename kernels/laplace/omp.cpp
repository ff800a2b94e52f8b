#include "core/model/variant.hpp"
#include "kernels/laplace/backends/cpu_backend.hpp"

namespace heteroscope::laplace {
namespace {

void run(const IterateJob& job) {
  CpuBackend<true> on(job);
  run_method(job, on);
}

}  // namespace

extern const Variant omp;
const Variant omp{
    .processor = Processor::cpu,
    .summary = "OpenMP: the loops of the reference; each thread has a range of rows; small grids on one thread.",
    .knobs = {.precisions = both_precisions, .threads = true},
    .run = run};

}  // namespace heteroscope::laplace
