#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
#pragma omp parallel for num_threads(job.threads) schedule(static)
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y);
  });
}

}  // namespace

/// Measured on 16 threads (8 cores) of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md): the whole set
/// 5.7 times as fast as on one thread, since its rows are not equally long.
extern const Variant omp_static;
const Variant omp_static{.processor = Processor::cpu,
                         .summary = "OpenMP: each thread gets an equal range of rows in advance (static).",
                         .knobs = cpu_knobs,
                         .run = run};

}  // namespace heteroscope::mandelbrot
