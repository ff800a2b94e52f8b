#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// A window of ImGui over the picture, with round corners and a border; its place and size are set before. The mouse
/// does not reach what lies below.
class OverlayWindow {
 public:
  /// One that stands in the middle of all, `wanted` units of the design large where there is room for that and a
  /// margin, and takes the keyboard when it appears. `freed`: which of notice_flags it does not have besides.
  static OverlayWindow in_middle(const Ui& ui, OverlaySpace& space, const char* id, ImVec2 wanted,
                                 ImGuiWindowFlags freed);
  /// `padding` in the design's units.
  OverlayWindow(const Ui& ui, OverlaySpace& space, const char* id, ImGuiWindowFlags flags, ImVec2 padding = {16, 12});
  ~OverlayWindow();
  OverlayWindow(const OverlayWindow&) = delete;
  OverlayWindow& operator=(const OverlayWindow&) = delete;
  /// There is something to be built.
  explicit operator bool() const { return open_; }

 private:
  bool open_;
};

}  // namespace heteroscope
