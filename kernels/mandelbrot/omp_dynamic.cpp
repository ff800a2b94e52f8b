#include <omp.h>

#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.output.size);
#pragma omp parallel for num_threads(job.threads) schedule(dynamic)
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y, omp_get_thread_num());
  });
}

}  // namespace

extern const Variant omp_dynamic;
const Variant omp_dynamic{.processor = Processor::cpu,
                          .summary = "OpenMP: a thread asks for the next row when it has finished its last.",
                          .knobs = cpu_knobs,
                          .run = run};

}  // namespace heteroscope::mandelbrot
