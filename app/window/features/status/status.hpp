#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Draws the state of the picture: the zoom box, and lines for an alarm, the comparison and the work under way.
class Status final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;
};

}  // namespace heteroscope
