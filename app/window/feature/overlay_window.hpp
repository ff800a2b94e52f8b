#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// A window of ImGui over the picture, with round corners and a border; its place and size are set before. The picture
/// below it gets no mouse events.
class OverlayWindow {
 public:
  /// Returns a window in the middle of the program's, `wanted` design units large as far as there is room with a
  /// margin, which takes the keyboard when it appears. `freed`: further flags of notice_flags that it does not have.
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
