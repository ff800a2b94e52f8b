#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// How it stands with the picture: a zoom box that is being drawn, and lines that say an alarm, what it is compared
/// with and what is under way.
class Status final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;
};

}  // namespace heteroscope
