#include "app/plot/style.hpp"

#include <algorithm>

#include "core/color/oklab.hpp"

namespace heteroscope {

std::uint32_t series_color(std::size_t i, std::size_t count) {
  const double turns = 0.7 + static_cast<double>(i) / static_cast<double>(std::max<std::size_t>(count, 1));
  const double lightness = i % 2 == 0 ? 0.52 : 0.70;
  constexpr double chroma = 0.14;
  return srgb_from_oklch(lightness, chroma, turns);
}

}  // namespace heteroscope
