#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/features/color/stops_editor.hpp"

namespace heteroscope {

/// The section Color: palette, scale, samples, and how pictures reach the screen.
class ColorFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;

 private:
  StopsEditor stops_;
};

}  // namespace heteroscope
