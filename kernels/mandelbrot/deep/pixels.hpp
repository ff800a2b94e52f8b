#pragma once

#include "core/model/job.hpp"
#include "kernels/mandelbrot/deep/exact.hpp"
#include "kernels/mandelbrot/deep/picture.hpp"
#include "kernels/mandelbrot/grid.hpp"

namespace heteroscope::mandelbrot {

/// Whether the picture's orbits are perturbed; then the job has a table.
inline bool is_deep(const MapJob& job) {
  return job.table.data != nullptr;
}

/// Calls `body(picture)` with the deep picture in the numbers of its tier; the table must be on the host.
template <class Body>
auto with_picture(const MapJob& job, Body body) {
  const auto& header = *static_cast<const DeepHeader*>(job.table.data);
  return with_family(job.parameters_as<Parameters>(), [&]<bool Julia>() {
    if (header.extended != 0) return body(DeepPicture<Wide, Julia>(job.table.data, job.cutout));
    return body(DeepPicture<double, Julia>(job.table.data, job.cutout));
  });
}

/// Settles a value whose count may not be certain, as far as the job's parameters ask for: first with twice the digits,
/// then exactly.
inline double settled(const MapJob& job, int x, int y, double value) {
  if (!(value < 0)) return value;
  const auto& p = job.parameters_as<Parameters>();
  if (has_fine_orbit(job.table.data)) {
    value = with_family(p, [&]<bool Julia>() {
      return DeepPicture<DoubleDouble, Julia>(job.table.data, job.cutout).value(x, y, p.max_iterations, p.smooth);
    });
    if (!(value < 0)) return value;
  }
  return p.refine == Refine::exact ? exact_value(p, job.cutout.whole, job.cutout.x + x, job.cutout.y + y, job.cancel)
                                   : value;
}

/// The value of a pixel of a deep picture, computed on the CPU.
inline double deep_value(const MapJob& job, int x, int y) {
  const auto& p = job.parameters_as<Parameters>();
  return settled(job, x, y, with_picture(job, [&](const auto& picture) {
                   return picture.value(x, y, p.max_iterations, p.smooth);
                 }));
}

/// Computes the rows of a deep picture with vectors on the job's threads; each thread takes the next rows when it has
/// finished its last (self-scheduling).
void compute_deep_rows(const MapJob& job, int chunk);

}  // namespace heteroscope::mandelbrot
