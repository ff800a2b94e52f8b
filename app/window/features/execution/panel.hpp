#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/features/tune/tune_feature.hpp"

namespace heteroscope {

/// Who computes, how, and on what.
class ExecutionFeature final : public Feature {
 public:
  /// `tune` has what searches have found; it outlives this.
  explicit ExecutionFeature(const TuneFeature& tune) : tune_(tune) {}
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;

 private:
  const TuneFeature& tune_;
};

}  // namespace heteroscope
