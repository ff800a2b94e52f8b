#pragma once

#include <imgui.h>

#include <string>
#include <vector>

namespace heteroscope {

/// Words can be read off what is drawn: glyphs are kept in another way from ImGui 1.92 on.
inline constexpr bool words_are_read = IMGUI_VERSION_NUM < 19200;

/// Words in one line, as they were drawn.
struct DrawnWords {
  std::string text;    ///< "…" is "...", other characters outside of ASCII are "?"
  std::string window;  ///< ImGui's name of the window that they are in
  ImVec2 low, high;    ///< around its characters, in ImGui's units
  bool cut = false;    ///< a character is not there as a whole
  ImU32 color = 0;     ///< of its first character

  /// Both have ink in a rectangle of more than `apart` units each way.
  [[nodiscard]] bool overlaps(const DrawnWords& other, float apart) const;
};

/// Every word of the frame that ImGui has rendered last. Characters are found by their place in the atlas of glyphs:
/// one that is drawn with a part of its glyph was cut by a control, one that lies over its clip rectangle's edge by a
/// window. Where a window can be scrolled, what lies over its upper and lower edge is not cut.
std::vector<DrawnWords> drawn_words();

/// Whether ImGui keeps input for later frames: from 1.87 on it takes keys that are typed quickly one a frame.
bool input_is_pending();

/// Windows whose content is larger than they are, although nobody can scroll them: their names, and by how much.
std::vector<std::string> windows_too_small();

}  // namespace heteroscope
