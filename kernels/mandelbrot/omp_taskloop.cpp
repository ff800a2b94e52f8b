#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
#pragma omp parallel num_threads(job.threads)
#pragma omp single
#pragma omp taskloop grainsize(rows_of_task(job.rows.count(), job.threads, chunk_of(job)))
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y);
  });
}

}  // namespace

extern const Variant omp_taskloop;
const Variant omp_taskloop{
    .processor = Processor::cpu,
    .summary = "OpenMP: a loop whose rows, or some at a time, are tasks; one thread makes them, all take them.",
    .knobs = asking_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
