#pragma once

namespace heteroscope {

/// How much larger than at 96 dots an inch things are drawn, as the display says it. It is worked out from what anybody
/// may write (`Xft.dpi` of X's resources): what no display has, be it 0, negative, huge or no number, counts as 1.
inline float usable_content_scale(float scale) {
  constexpr float smallest = 0.25F;
  constexpr float largest = 8;
  return scale >= smallest && scale <= largest ? scale : 1.0F;
}

}  // namespace heteroscope
