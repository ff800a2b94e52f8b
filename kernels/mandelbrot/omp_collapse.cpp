#include <omp.h>

#include "core/run/trace.hpp"
#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.output.size);
    const int width = job.output.size.width;
#pragma omp parallel num_threads(job.threads)
    {
      const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
      int first = -1;
#pragma omp for collapse(2) schedule(static) nowait
      for (int y = job.rows.begin; y < job.rows.end; ++y) {
        for (int x = 0; x < width; ++x) {
          if (first < 0) first = y;
          if (!job.cancelled()) compute_pixel(job, grid, x, y);
        }
      }
      if (job.chunk_trace != nullptr && first >= 0) {
        job.chunk_trace->add(omp_get_thread_num(), first, start, steady_ns());
      }
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
