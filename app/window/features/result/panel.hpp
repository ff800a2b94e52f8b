#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section of the value under the cursor and of what the frame took.
class ResultFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::right; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
