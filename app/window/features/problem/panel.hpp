#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The section of what is computed: parameters, size, source.
class ProblemFeature final : public Feature {
 public:
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
};

}  // namespace heteroscope
