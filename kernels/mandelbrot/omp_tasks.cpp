#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "pixels"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
    const int width = job.output.size.width;
#pragma omp parallel num_threads(job.threads)
#pragma omp single
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      for (int x = 0; x < width && !job.cancelled(); ++x) {
#pragma omp task default(none) shared(job, grid) firstprivate(x, y)
        compute_pixel_alone(job, grid, x, y);
      }
    }
  });
}

}  // namespace

/// Measured on 16 threads of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md): a task a pixel takes 4.6
/// s where one thread without tasks takes 0.34 s.
extern const Variant omp_tasks;
const Variant omp_tasks{
    .processor = Processor::cpu,
    .summary = "OpenMP: a task for every pixel; creating the tasks costs more than sharing the work saves.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
