#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "pixels"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
    const int width = job.output.size.width;
#pragma omp parallel for num_threads(job.threads) schedule(dynamic) collapse(2)
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      for (int x = 0; x < width; ++x) compute_pixel_alone(job, grid, x, y);
    }
  });
}

}  // namespace

extern const Variant omp_collapse;
const Variant omp_collapse{
    .processor = Processor::cpu,
    .summary =
        "OpenMP: rows and columns as one loop (collapse); a thread takes the next pixel when it has finished one.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
