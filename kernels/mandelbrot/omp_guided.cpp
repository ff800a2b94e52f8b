#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
#pragma omp parallel for num_threads(job.threads) schedule(guided)
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y);
  });
}

}  // namespace

extern const Variant omp_guided;
const Variant omp_guided{
    .processor = Processor::cpu,
    .summary = "OpenMP: like omp_dynamic, but fewer and fewer rows at a time toward the end (guided).",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
