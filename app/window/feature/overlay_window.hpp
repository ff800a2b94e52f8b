#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// As wide or as high as there is room.
inline constexpr float all_of_room = 1e4F;

/// The place of a page where no messages are: its point `pivot`, in shares of its size, stands at `at`. A page that
/// messages would cover moves up to `top`, and is less high where that is not enough. It does not come down again when
/// messages go, as long as it stays open in a window of this height with text of this size.
struct PagePlace {
  ImVec2 at;
  ImVec2 pivot = {0.5F, 0.5F};
  float top = 0;
};

/// Sets the place of the window `id`, which begins next and is as large as its contents within these sizes. Returns the
/// greatest height that it may have.
float place_fitted(const OverlaySpace& space, const char* id, const PagePlace& place, ImVec2 least, ImVec2 most);
/// Sets the place of the window `id`, which begins next, and its size.
void place_sized(const OverlaySpace& space, const char* id, const PagePlace& place, ImVec2 size);
/// Sets the place of the window `id`, which begins next: in the middle of the room for pages, `width` design units
/// wide, and as high as its contents but at most `height`, as far as there is room.
void place_in_middle(const Ui& ui, const OverlaySpace& space, const char* id, float width, float height = all_of_room);
/// Sets the place and the size of the window `id`, which begins next: near the upper edge, as far as there is room.
void place_near_top(const Ui& ui, const OverlaySpace& space, const char* id, ImVec2 wanted);

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
