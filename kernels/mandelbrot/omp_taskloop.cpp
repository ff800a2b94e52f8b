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
    .summary =
        "OpenMP: a taskloop, whose tasks are one row or a few; one thread creates them, all threads execute them.",
    .knobs = asking_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
