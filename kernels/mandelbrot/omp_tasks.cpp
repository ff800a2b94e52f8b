#include <omp.h>

#include "core/run/trace.hpp"
#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void compute_traced(const MapJob& job, const auto& grid, int x, int y) {
  if (job.cancelled()) return;  // tasks that were made before the cancel still come up
  const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
  compute_pixel(job, grid, x, y);
  if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
}

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.output.size);
    const int width = job.output.size.width;
#pragma omp parallel num_threads(job.threads)
#pragma omp single
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      for (int x = 0; x < width && !job.cancelled(); ++x) {
#pragma omp task default(none) shared(job, grid) firstprivate(x, y)
        compute_traced(job, grid, x, y);
      }
    }
  });
}

}  // namespace

extern const Variant omp_tasks;
const Variant omp_tasks{.processor = Processor::cpu,
                        .summary = "OpenMP: a task for every pixel: making the tasks costs more than they share out.",
                        .knobs = cpu_knobs,
                        .run = run};

}  // namespace heteroscope::mandelbrot
