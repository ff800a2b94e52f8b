#pragma once

#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "core/run/trace.hpp"
#include "kernels/mandelbrot/escape.hpp"

namespace heteroscope::mandelbrot {

/// The plain loop that all variants are held to: for each pixel's point c, the count of iterations of z -> z*z + c at
/// which z leaves the disk |z| < 2; 0 where it does not by the limit.
template <class T>
void compute_pixel(const MapJob& job, const Grid<T>& grid, int x, int y) {
  const auto& p = job.parameters_as<Parameters>();
  const Complex<T> c = grid.at(x, y);
  Complex<T> z;
  const int k = iterate_plainly(z, c, 1, p.max_iterations);
  job.output.row<T>(y)[x] = pixel_value(z, c, k, p.max_iterations, p.smooth);
}

/// One row of it, traced as a chunk when the job asks for it; left unfinished when the job is cancelled.
template <class T>
void compute_row(const MapJob& job, const Grid<T>& grid, int y, int thread) {
  const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
  for (int x = 0; x < job.output.size.width && !job.cancelled(); ++x) compute_pixel(job, grid, x, y);
  if (job.chunk_trace != nullptr) job.chunk_trace->add(thread, y, start, steady_ns());
}

inline constexpr Knobs cpu_knobs{.precisions = both_precisions, .threads = true};

}  // namespace heteroscope::mandelbrot
