#pragma once

#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/mandelbrot/value.hpp"

namespace heteroscope::mandelbrot {

/// The reference loop that all variants must match: for the point c of each pixel it finds the count of iterations of z
/// -> z*z + c at which z leaves the disk |z| < 2, or 0 where that does not happen by the limit. z begins at 0; in a
/// picture of a Julia set it begins at the point, and c is the same for all pixels. In a deep picture
/// orbits are perturbed ones (deep/perturb.hpp).
template <class T>
void compute_pixel(const MapJob& job, const Grid<T>& grid, int x, int y) {
  const auto& p = job.parameters_as<Parameters>();
  if (is_deep(job)) {
    job.output.row<T>(y)[x] = static_cast<T>(deep_value(job, x, y));
    return;
  }
  const Complex<T> point = grid.at(x, y);
  const Complex<T> first = p.julia ? point : Complex<T>{};
  const Complex<T> c = p.julia ? grid.c : point;
  job.output.row<T>(y)[x] = value_from(p.arithmetic, first, c, 1, p.max_iterations, p.smooth);
}

/// Computes one pixel that a thread was handed by itself, as a span of its own in a trace. It does nothing when the job
/// is cancelled, since pixels that were handed out before still come up.
template <class T>
void compute_pixel_alone(const MapJob& job, const Grid<T>& grid, int x, int y, int thread = omp_get_thread_num()) {
  if (job.cancelled()) return;
  const ThreadSpan span(job);
  compute_pixel(job, grid, x, y);
  const auto width = static_cast<std::uint64_t>(job.output.size.width);
  span.finish({static_cast<std::uint64_t>(y) * width + static_cast<std::uint64_t>(x), 1}, thread);
}

/// Computes one row; leaves it unfinished when the job is cancelled.
template <class T>
void compute_row(const MapJob& job, const Grid<T>& grid, int y) {
  const ThreadSpan span(job);
  for (int x = 0; x < job.output.size.width && !job.cancelled(); ++x) compute_pixel(job, grid, x, y);
  span.finish_rows({y, y + 1}, job.output.size.width);
}

inline constexpr Knobs cpu_knobs{.precisions = both_precisions, .threads = true};

inline constexpr int chunk_values[] = {1, 2, 4, 8, 16, 32, 64};
/// The tunable of variants whose threads take chunks of rows.
inline constexpr Tunable chunk_of_rows[] = {{.id = "chunk",
                                             .label = "Chunk, rows",
                                             .help = "How many rows a CPU thread takes at a time. Small chunks keep "
                                                     "all threads busy to the end; large ones are taken less often.",
                                             .values = chunk_values,
                                             .initial = 1}};
inline constexpr Knobs asking_knobs{.precisions = both_precisions, .threads = true, .tunables = chunk_of_rows};
/// The value of that tunable.
inline int chunk_of(const MapJob& job) {
  return job.tunables[0];
}
/// Returns how many rows a task of a taskloop has: those that are asked for, or more where there would be more than 32
/// tasks for each thread. Of more than 64 for each GCC's library makes no tasks: the thread that would make them
/// computes all of them (libgomp's GOMP_taskloop).
constexpr int rows_of_task(int rows, int threads, int asked) {
  constexpr int most_of_thread = 32;
  return std::max(asked, ceil_div(rows, most_of_thread * threads));
}

}  // namespace heteroscope::mandelbrot
