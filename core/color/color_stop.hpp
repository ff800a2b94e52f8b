#pragma once

#include <cstdint>

namespace heteroscope {

/// A color at a place of a palette.
struct ColorStop {
  double place = 0;                  ///< from 0 to 1
  std::uint32_t color = 0xff000000;  ///< RGBA8, red in the lowest byte, opaque
  bool operator==(const ColorStop&) const = default;
};

}  // namespace heteroscope
