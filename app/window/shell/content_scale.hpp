#pragma once

namespace heteroscope {

/// Returns the display's scale relative to 96 dots per inch. It comes from a setting that anybody may write (`Xft.dpi`
/// of X's resources): impossible values, such as 0, negative, huge or no numbers, count as 1.
inline float usable_content_scale(float scale) {
  constexpr float smallest = 0.25F;
  constexpr float largest = 8;
  return scale >= smallest && scale <= largest ? scale : 1.0F;
}

}  // namespace heteroscope
