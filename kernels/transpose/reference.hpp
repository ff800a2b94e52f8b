#pragma once

#include <cstddef>

#include "core/model/job.hpp"

namespace heteroscope::transpose {

/// The reference loop that all variants must match: row y of the output is column y of the input.
template <class T>
void transpose_row(const MapJob& job, int y) {
  T* const out = job.output.row<T>(y);
  const T* const in = static_cast<const T*>(job.input.data) + y;
  const std::ptrdiff_t step = job.input.size.width;
  for (std::ptrdiff_t x = 0; x < job.output.size.width; ++x) out[x] = in[x * step];
}

}  // namespace heteroscope::transpose
