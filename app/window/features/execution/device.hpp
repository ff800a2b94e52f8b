#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section Device: properties of the CPU and of the GPU.
class DeviceFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
