#pragma once

struct ImFont;

namespace heteroscope {

struct Fonts {
  ImFont* text = nullptr;
  ImFont* strong = nullptr;  ///< headings
  ImFont* small = nullptr;   ///< graphs and legends
};

/// Loads the fonts into ImGui's atlas, replacing what was there: Roboto (its digits have one width), else DejaVu Sans,
/// else ImGui's own. `scale`: pixels of the framebuffer for each pixel of the design. The caller rebuilds the atlas'
/// texture.
Fonts load_fonts(float scale);

}  // namespace heteroscope
