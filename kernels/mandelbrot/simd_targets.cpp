#include "kernels/mandelbrot/simd_targets.hpp"

#include <omp.h>

#include "core/run/trace.hpp"
#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {

template <class T>
void for_rows(const MapJob& job, void (*row)(const RowTask<T>&)) {
  const auto& p = job.parameters_as<Parameters>();
  const Grid<T> grid = make_grid<T>(p, job.output.size);
#pragma omp parallel for num_threads(job.threads) schedule(dynamic)
  for (int y = job.rows.begin; y < job.rows.end; ++y) {
    const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
    row({grid, y, job.output.size.width, p.max_iterations, p.smooth, job.output.row<T>(y), job.cancel});
    if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
  }
}

template void for_rows<float>(const MapJob&, void (*)(const RowTask<float>&));
template void for_rows<double>(const MapJob&, void (*)(const RowTask<double>&));

}  // namespace heteroscope::mandelbrot
