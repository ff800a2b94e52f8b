#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// For a room with a projector: shows in large letters what computes the picture and how long that takes, and a ring
/// around the mouse.
class Presentation final : public Feature {
 public:
  void show(bool shown) { shown_ = shown; }
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  bool shown_ = false;
};

}  // namespace heteroscope
