#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// As wide or as high as there is room.
inline constexpr float all_of_room = 1e4F;

/// Sets the place of the window that begins next: in the middle of the room for pages, `width` design units wide, and
/// as high as its contents but at most `height`, as far as there is room.
void place_in_middle(const Ui& ui, const OverlaySpace& space, float width, float height = all_of_room);
/// Sets the place and the size of the window that begins next: near the upper edge, as far as there is room.
void place_near_top(const Ui& ui, const OverlaySpace& space, ImVec2 wanted);

/// A window of ImGui over the picture, with round corners and a border; its place and size are set before. The picture
/// below it gets no mouse events, and messages do not hide it.
class OverlayWindow {
 public:
  /// Returns a window in the middle of the room for pages, `wanted` design units large as far as there is room, which
  /// takes the keyboard when it appears. `freed`: further flags of notice_flags that it does not have.
  static OverlayWindow in_middle(const Ui& ui, OverlaySpace& space, const char* id, ImVec2 wanted,
                                 ImGuiWindowFlags freed);
  /// `padding` in the design's units.
  OverlayWindow(const Ui& ui, OverlaySpace& space, const char* id, ImGuiWindowFlags flags, ImVec2 padding = {16, 12});
  ~OverlayWindow();
  OverlayWindow(const OverlayWindow&) = delete;
  OverlayWindow& operator=(const OverlayWindow&) = delete;
  /// Whether the window is open, so that its contents are to be built.
  explicit operator bool() const { return open_; }

 private:
  bool open_;
};

}  // namespace heteroscope
