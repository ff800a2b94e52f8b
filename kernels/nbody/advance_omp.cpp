#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/nbody/reference.hpp"

namespace heteroscope::nbody {
namespace {

void run(const IterateJob& job) {
  advance_plainly(job, [](const IterateJob& rows, auto row) { parallel_rows(rows, row); });
}

}  // namespace

extern const Variant advance_omp;
const Variant advance_omp{.processor = Processor::cpu,
                          .summary = "OpenMP: each thread has a range of bodies.",
                          .knobs = {.precisions = both_precisions, .threads = true},
                          .run = run};

}  // namespace heteroscope::nbody
