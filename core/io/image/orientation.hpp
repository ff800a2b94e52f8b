#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/types/basic_types.hpp"

namespace heteroscope {

/// The orientation that a JPEG's EXIF block gives, 1 to 8 (EXIF 2.32, 4.6.4, tag 0x0112); 1, upright, where it gives
/// none or one that is no number from 1 to 8. Throws std::bad_alloc.
int exif_orientation(std::span<const std::byte> jpeg);

/// Where the pixels of an image lie after it is turned upright.
struct UprightPlace {
  Size size;  ///< of the upright image
  std::int64_t origin = 0, step_x = 0, step_y = 0;
  /// Index, row by row, of what is at column `x` of row `y` in the file.
  [[nodiscard]] constexpr std::int64_t index(int x, int y) const { return origin + x * step_x + y * step_y; }
};

/// `stored`: the size in the file; `orientation` from 1 to 8.
UprightPlace upright(Size stored, int orientation);

}  // namespace heteroscope
