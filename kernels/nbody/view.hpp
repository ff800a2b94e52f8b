#pragma once

#include <algorithm>
#include <cmath>

#include "core/base/host_device.hpp"
#include "core/types/field_view.hpp"
#include "kernels/nbody/parameters.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

/// The projection of bodies into the picture. A pixel's value is the number of bodies that cover it: a body covers the
/// pixel that it is in, and those whose centers are in its disk.
template <class T>
struct View {
  T scale;    ///< pixels a unit of length
  T left;     ///< x of the picture's left edge, in pixels
  T top;      ///< −y of its upper edge, in pixels
  T radius;   ///< of a body's disk, in pixels
  Size size;  ///< of the picture

  /// Calls `add(column, row)` for each pixel of `rows` that a body covers; `body` is its row of the state.
  template <class Add>
  HETEROSCOPE_HD void cover(const T* body, Rows rows, Add add) const {
    const T x = body[0] * scale - left;
    const T y = -(body[1] * scale) - top;
    // The comparisons are written so that NaN counts as outside.
    const bool near =
        x >= -radius && x < T(size.width) + radius && y >= T(rows.begin) - radius && y < T(rows.end) + radius;
    if (!near) return;
    const int column = static_cast<int>(std::floor(x));
    const int row = static_cast<int>(std::floor(y));
    const int reach = static_cast<int>(radius) + 1;
    for (int j = std::max(row - reach, rows.begin); j <= std::min(row + reach, rows.end - 1); ++j) {
      const T dy = T(j) + T(0.5) - y;
      for (int i = std::max(column - reach, 0); i <= std::min(column + reach, size.width - 1); ++i) {
        const T dx = T(i) + T(0.5) - x;
        if ((i == column && j == row) || dx * dx + dy * dy <= radius * radius) add(i, j);
      }
    }
  }
};

/// The default radius, in pixels, of the disks as which so many bodies are drawn: few bodies shall be visible, and many
/// shall not hide each other.
constexpr double natural_dot(int bodies) {
  return bodies <= 64 ? 4 : bodies <= 1024 ? 2 : bodies <= 16384 ? 1 : 0.5;
}

template <class T>
View<T> view_of(const Parameters& p, Size size) {
  const double scale = size.width / p.span;
  return {.scale = static_cast<T>(scale),
          .left = static_cast<T>(p.center_x * scale - 0.5 * size.width),
          .top = static_cast<T>(-p.center_y * scale - 0.5 * size.height),
          .radius = static_cast<T>(p.dot > 0 ? p.dot : natural_dot(p.bodies)),
          .size = size};
}

}  // namespace heteroscope::nbody
