#pragma once

#include <imgui.h>

#include <optional>

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The corner of what is free in which the large numbers stand.
struct NumbersCorner {
  bool right = false;
  bool bottom = true;
  bool operator==(const NumbersCorner&) const = default;
};

/// Returns where a box of that size has its upper left corner. `edge`: its distance from the edges of what is free.
ImVec2 place_in_corner(NumbersCorner corner, const Rect& free, ImVec2 size, float edge);
/// Returns the corner in which a box of that size with the large numbers stands: the one `before` as long as the box
/// hides nothing there; else one at the bottom and on the mouse's side where that is possible, because the lens is on
/// the other one. Nothing where it would lie over the mouse, words or a window in each corner, or is larger than what
/// is free. All in ImGui's units.
std::optional<NumbersCorner> corner_of_numbers(const OverlaySpace& space, const Rect& free, ImVec2 size, ImVec2 mouse,
                                               float edge, std::optional<NumbersCorner> before);

/// For a room with a projector: shows in large letters what computes the picture and how long that takes, above
/// messages, and a ring around the mouse.
class Presentation final : public Feature {
 public:
  void show(bool shown);
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  bool shown_ = false;
  std::optional<NumbersCorner> corner_;  ///< the last one in this layout
  PictureArea laid_out_;                 ///< the picture's place then
};

}  // namespace heteroscope
