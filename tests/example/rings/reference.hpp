#pragma once

#include "core/model/job.hpp"
#include "tests/example/rings/parameters.hpp"
#include "tests/example/rings/ring.hpp"

namespace heteroscope::rings {

/// The parameters of a job's picture, rounded once, on the host, for all processors.
template <class T>
Rings<T> rings_of(const MapJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  const Size size = job.output.size;
  return {static_cast<T>(p.center * size.width), static_cast<T>(0.5 * size.height),
          static_cast<T>(p.period * size.width)};
}

/// The reference loop that all variants must match: one row of the result.
template <class T>
void compute_row(const MapJob& job, const Rings<T>& rings, int y) {
  T* const row = job.output.row<T>(y);
  for (int x = 0; x < job.output.size.width; ++x) row[x] = from_ring(rings, x, y);
}

}  // namespace heteroscope::rings
