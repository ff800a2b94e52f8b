#include "kernels/triangle/rows.hpp"

namespace heteroscope::triangle {
namespace {

void run(const MapJob& job) {
  with_plain_row(job, [&](auto row) { dynamic_rows(job, row); });
}

}  // namespace

/// Measured on 16 threads of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md), `distance` in fp32, n =
/// 32768: 61.9 ms, 9.9 times as fast as sequential.
extern const Variant omp_dynamic;
const Variant omp_dynamic{.processor = Processor::cpu,
                          .summary = "OpenMP: a thread that is done takes the next rows, the longest rows first.",
                          .knobs = cpu_knobs,
                          .run = run};

}  // namespace heteroscope::triangle
