#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/features/tune/tune_feature.hpp"

namespace heteroscope {

/// The section Execution: processors, variants, precision, threads, memory and how rows are shared.
class ExecutionFeature final : public Feature {
 public:
  /// `tune` has the results of searches for the fastest settings; it outlives this.
  explicit ExecutionFeature(const TuneFeature& tune) : tune_(tune) {}
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;

 private:
  const TuneFeature& tune_;
};

}  // namespace heteroscope
