#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Who computes, how, and on what.
class ExecutionFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
