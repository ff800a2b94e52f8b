#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
    const int width = job.output.size.width;
    begin_line(job, pass_of(job, "line"));
#pragma omp parallel num_threads(job.threads)
    {
      const ThreadPiece piece(job);
      Cells own;
#pragma omp for collapse(2) schedule(static) nowait
      for (int y = job.rows.begin; y < job.rows.end; ++y) {
        for (int x = 0; x < width; ++x) {
          if (own.length++ == 0) own.first = static_cast<std::uint64_t>(std::int64_t{y} * width + x);
          if (!job.cancelled()) compute_pixel(job, grid, x, y);
        }
      }
      if (own.length > 0) piece.finish(own);
    }
  });
}

}  // namespace

extern const Variant omp_collapse;
const Variant omp_collapse{
    .processor = Processor::cpu,
    .summary = "OpenMP: rows and columns as one loop, cut into one equal run of pixels a thread.",
    .knobs = cpu_knobs,
    .run = run};

}  // namespace heteroscope::mandelbrot
