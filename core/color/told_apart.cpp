#include "core/color/told_apart.hpp"

#include "core/color/oklab.hpp"

namespace heteroscope {

namespace {

constexpr double golden_share = 0.381966011250105;  // of a turn: neighbors in a list get hues far apart

}  // namespace

std::uint32_t listed_color(std::int64_t i, std::size_t shade) {
  return srgb_from_oklch(0.72 - 0.09 * static_cast<double>(shade), 0.125, 0.08 + golden_share * static_cast<double>(i));
}

std::uint32_t unit_color(int unit) {
  return srgb_from_oklch(0.58 + 0.11 * (unit % 3), 0.125, 0.7 + golden_share * unit);
}

}  // namespace heteroscope
