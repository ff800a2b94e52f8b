#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section *Result*: the values under the cursor and the figures of the frame.
class ResultFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
