#pragma once

#include <cstddef>
#include <vector>

#include "core/base/shapes.hpp"
#include "core/frame/timing.hpp"

namespace heteroscope {

inline constexpr double dragging_ms = 4000;
inline constexpr std::size_t movements = 20;
inline constexpr double longest_ms = 120'000;  ///< for everything: a slow link then has fewer movements
inline constexpr double turn_ms = 1000;        ///< in which a dragging hand has gone round

/// What the window has shown while a hand moved its picture.
struct SeenDragging {
  Size picture;
  std::vector<double> first_ms, exact_ms;
  int pictures = 0;  ///< while the hand moved
  int coarse = 0;    ///< of these
  double moved_ms = 0;
  Timing timing;  ///< of the last whole picture
};

}  // namespace heteroscope
