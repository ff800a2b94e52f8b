#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/features/variants/variants_feature.hpp"

namespace heteroscope {

/// Draws the graphs of the last frames' times side by side.
class TimeGraphs final : public Feature, public OfferedGraph {
 public:
  /// Without a GPU the bars of `variants` are shown there; it outlives this.
  explicit TimeGraphs(VariantsFeature& variants) : variants_(variants) {}
  [[nodiscard]] GraphTab tab(const Window& window) const override;
  void choose(const Window& window) override;
  void build(const Window& window) override;

 private:
  VariantsFeature& variants_;
};

}  // namespace heteroscope
