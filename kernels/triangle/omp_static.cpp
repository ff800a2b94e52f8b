#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { parallel_rows(job, row); });
}

}  // namespace

extern const Variant omp_static;
const Variant omp_static{
    .processor = Processor::cpu,
    .summary = "OpenMP: each thread gets one equal run of rows; the last one gets most of the cells.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::triangle
