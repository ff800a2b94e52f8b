#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/picture/histogram_bars.hpp"

namespace heteroscope {

/// Bars over the lower part of the picture, where the result is numbers about it.
class HistogramFeature final : public Feature {
 public:
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  void chart(Ui& ui, const WindowModel& model, const Bars& bars);

  int hovered_ = -1;  ///< the bin under the mouse, as of the frame before: the title stands above the bars
};

}  // namespace heteroscope
