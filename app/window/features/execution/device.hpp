#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section that says what the processors are.
class DeviceFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
