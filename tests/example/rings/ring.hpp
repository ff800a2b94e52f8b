#pragma once

#include "core/base/freestanding.hpp"

/// The arithmetic of a pixel, which the C++ compiler, nvcc and NVRTC compile alike. Every operation is correctly
/// rounded and in a fixed order, so that all processors produce the same bits.
namespace heteroscope::rings {

/// The parameters in a kernel's own type; lengths are in pixels.
template <class T>
struct Rings {
  T center_x, center_y;
  T period;
};

/// The distance of a pixel from the nearest ring, in periods: between 0 and 1/2.
template <class T>
HETEROSCOPE_HD inline T from_ring(const Rings<T>& rings, int x, int y) {
  const T dx = static_cast<T>(x) - rings.center_x;
  const T dy = static_cast<T>(y) - rings.center_y;
  const T turns = std::sqrt(std::fma(dx, dx, dy * dy)) / rings.period;
  return std::fabs(turns - std::floor(turns + T(0.5)));
}

}  // namespace heteroscope::rings
