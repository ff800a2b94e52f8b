#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
#pragma omp parallel for num_threads(job.threads) schedule(dynamic, chunk_of(job))
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y);
  });
}

}  // namespace

/// Measured on 16 threads (8 cores) of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md): the whole set
/// 14.9 times as fast as on one thread.
extern const Variant omp_dynamic;
const Variant omp_dynamic{
    .processor = Processor::cpu,
    .summary = "OpenMP: a thread takes the next row, or the next few, when it has finished its last ones (dynamic).",
    .knobs = asking_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
