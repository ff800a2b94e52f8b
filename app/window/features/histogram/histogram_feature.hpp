#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/picture/histogram_bars.hpp"

namespace heteroscope {

/// Draws the result as bars over the lower part of the picture, where it is a histogram.
class HistogramFeature final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  void chart(Ui& ui, const WindowModel& model, const Bars& bars);

  int hovered_ =
      -1;  ///< bin under the mouse in the last frame; -1: none. The title above the bars is drawn before the bars
};

}  // namespace heteroscope
