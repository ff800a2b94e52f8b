#pragma once

struct ImFont;

namespace heteroscope {

struct Fonts {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;  ///< headings
  ImFont* small = nullptr;   ///< graphs and legends
  ImFont* code = nullptr;    ///< sources and listings: all letters have one width
  ImFont* large = nullptr;   ///< what the last row of a room reads; Latin letters and digits alone
};

/// Loads the fonts into ImGui's atlas, replacing what was there: Roboto, whose digits have one width, and DejaVu Sans
/// Mono, both of which are part of the program. `scale`: pixels of the framebuffer for each pixel of the design. The
/// caller rebuilds the atlas' texture.
Fonts load_fonts(float scale);

}  // namespace heteroscope
