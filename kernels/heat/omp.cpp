#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/heat/reference.hpp"

namespace heteroscope::heat {
namespace {

void run(const IterateJob& job) {
  advance_plainly(job, [](const IterateJob& rows, auto row) { parallel_rows(rows, row); });
}

}  // namespace

extern const Variant omp;
const Variant omp{.processor = Processor::cpu,
                  .summary = "OpenMP: step by step; each thread has a range of rows.",
                  .knobs = {.precisions = both_precisions, .threads = true},
                  .run = run};

}  // namespace heteroscope::heat
