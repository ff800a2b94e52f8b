#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/model/views/own_views.hpp"

namespace heteroscope {

/// The section *Problem*: parameters, size, source.
class ProblemFeature final : public Feature {
 public:
  /// `kept` has views to choose from; it outlives this.
  explicit ProblemFeature(KeptViews& kept) : kept_(kept) {}
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;

 private:
  KeptViews& kept_;
};

}  // namespace heteroscope
