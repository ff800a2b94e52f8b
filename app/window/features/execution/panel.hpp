#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/features/execution/machine_row.hpp"
#include "app/window/features/source/source_feature.hpp"
#include "app/window/features/tune/tune_feature.hpp"
#include "core/model/schema/setting.hpp"

namespace heteroscope {

/// The section Execution: processors, variants, precision, threads, memory and how rows are shared.
class ExecutionFeature final : public Feature {
 public:
  /// `tune` has the results of searches for the fastest settings, `source` shows variants' sources; both outlive this.
  ExecutionFeature(const TuneFeature& tune, SourceFeature& source) : tune_(tune), source_(source) {}
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void offer(const Window& window, std::vector<Offer>& to) override;
  [[nodiscard]] Activity activity(const Window& window) const override;

 private:
  void execution_row(const Window& window, const SettingRow& setting);

  const TuneFeature& tune_;
  SourceFeature& source_;
  MachineRow machine_;
};

}  // namespace heteroscope
