#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section of colors, samples and the window's looks.
class ColorFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;
};

}  // namespace heteroscope
