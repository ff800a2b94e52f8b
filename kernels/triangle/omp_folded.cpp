#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { folded_rows(job, row); });
}

}  // namespace

extern const Variant omp_folded;
const Variant omp_folded{
    .processor = Processor::cpu,
    .summary = "OpenMP: rows in pairs, a short one and a long one, so that equal runs of pairs are equal work.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::triangle
