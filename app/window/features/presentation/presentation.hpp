#pragma once

#include <imgui.h>

#include <optional>

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Returns where a box of that size with the large numbers stands: in a corner of what is free, at the bottom and on
/// the mouse's side where that is possible, because the lens is on the other one. Nothing where it would lie over the
/// mouse, words or a window in each corner, or is larger than what is free. `edge`: its distance from the edges of what
/// is free. All in ImGui's units.
std::optional<ImVec2> corner_of_numbers(const OverlaySpace& space, const Rect& free, ImVec2 size, ImVec2 mouse,
                                        float edge);

/// For a room with a projector: shows in large letters what computes the picture and how long that takes, above
/// messages, and a ring around the mouse.
class Presentation final : public Feature {
 public:
  void show(bool shown) { shown_ = shown; }
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  bool shown_ = false;
};

}  // namespace heteroscope
