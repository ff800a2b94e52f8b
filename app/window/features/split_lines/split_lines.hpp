#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Draws beside the picture each participant's rows in its color, and a line between each two.
class SplitLines final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;
};

}  // namespace heteroscope
