#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section *Result*: the values under the cursor and those that each frame has.
class ResultFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
};

/// The section *Figures*, of what some frames of a workload have. It stands below all sections with controls, which
/// keep their places when a figure comes or goes.
class FiguresFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
