#pragma once

#include <array>
#include <vector>

#include "core/model/job.hpp"
#include "kernels/blur/mask.hpp"

namespace heteroscope::blur {

/// The reference loop that all variants must match: every pixel of row y is the weighted sum of its neighborhood, with
/// the square mask. Returns early, between two runs of pixels, when the job is cancelled.
template <class T>
void direct_row(const MapJob& job, const std::vector<T>& mask, const Parameters& parameters, int y) {
  constexpr int run = 256;  // pixels, which take a millisecond or two at most
  const Size size = job.output.size;
  const int radius = parameters.radius;
  const int taps = 2 * radius + 1;
  std::array<const T*, max_taps> rows{};  // null: a row of zeros
  for (int j = 0; j < taps; ++j) {
    const int source = border_index(y + j - radius, size.height, parameters.border);
    if (source >= 0) rows[static_cast<std::size_t>(j)] = job.input.row<const T>(source);
  }
  T* out = job.output.row<T>(y);
  for (int x = 0; x < size.width; ++x) {
    if (x % run == 0 && job.cancelled()) return;
    const bool inside = x >= radius && x < size.width - radius;
    T sum = 0;
    for (int j = 0; j < taps; ++j) {
      const T* weights = mask.data() + static_cast<std::ptrdiff_t>(j) * taps;
      const T* row = rows[static_cast<std::size_t>(j)];
      if (inside && row != nullptr) {
        sum = add_line(sum, weights, row + x - radius, taps);
      } else {
        sum = add_line(sum, weights, BorderedRow<T>{row, x - radius, size.width, parameters.border}, taps);
      }
    }
    out[x] = sum;
  }
}

}  // namespace heteroscope::blur
