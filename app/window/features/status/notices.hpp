#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// What a person is told: why the settings cannot be run, with what makes them possible; a GPU that has stopped, until
/// it works again or the window is closed; messages, at the picture's lower left.
class Notices final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Activity activity(const Window& window) const override;
};

}  // namespace heteroscope
