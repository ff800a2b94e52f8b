#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { dynamic_rows(job, row); });
}

}  // namespace

extern const Variant omp_dynamic;
const Variant omp_dynamic{
    .processor = Processor::cpu,
    .summary = "OpenMP: threads ask for the next rows, the longest first, when they have finished their last.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::triangle
