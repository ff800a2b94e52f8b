#include "kernels/mandelbrot/simd_targets.hpp"

#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {

template <class T>
void for_rows(const MapJob& job, void (*row)(const RowTask<T>&)) {
  const auto& p = job.parameters_as<Parameters>();
  const Grid<T> grid = make_grid<T>(p, job.cutout);
  const bool upright = is_upright(p);
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel for num_threads(job.threads) schedule(dynamic, chunk_of(job))
  for (int y = job.rows.begin; y < job.rows.end; ++y) {
    const ThreadSpan span(job);
    row({grid, y, job.output.size.width, p.max_iterations, p.smooth, p.arithmetic, p.julia, upright,
         job.output.row<T>(y), job.cancel});
    span.finish_rows({y, y + 1}, job.output.size.width);
  }
}

template void for_rows<float>(const MapJob&, void (*)(const RowTask<float>&));
template void for_rows<double>(const MapJob&, void (*)(const RowTask<double>&));

}  // namespace heteroscope::mandelbrot
