#include "kernels/transpose/rows.hpp"

namespace heteroscope::transpose {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision,
                 [&]<class T>() { parallel_rows(job, [&](int y) { transpose_row<T>(job, y); }); });
}

}  // namespace

extern const Variant omp_rows;
const Variant omp_rows{.processor = Processor::cpu,
                       .summary = "OpenMP: the plain loop; each thread has equally many rows.",
                       .knobs = {.precisions = both_precisions, .threads = true},
                       .run = run};

}  // namespace heteroscope::transpose
