#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { parallel_rows(job, row); });
}

}  // namespace

/// Measured on 16 threads of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md), `distance` in fp32, n =
/// 32768: 110 ms, 5.6 times as fast as sequential.
extern const Variant omp_static;
const Variant omp_static{
    .processor = Processor::cpu,
    .summary = "OpenMP: each thread has equally many rows; the last thread gets most of the cells.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::triangle
