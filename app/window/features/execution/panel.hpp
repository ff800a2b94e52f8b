#pragma once

#include <array>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/features/source/source_feature.hpp"
#include "app/window/features/tune/tune_feature.hpp"
#include "app/window/model/window.hpp"
#include "core/link/machine_link.hpp"
#include "core/model/schema/setting.hpp"

namespace heteroscope {

/// The row that says on which machine the processors are: this one, or one elsewhere that a person has added.
class MachineRow {
 public:
  /// Draws the row, and the form that adds a machine while it is open.
  void build(const Window& window);

 private:
  void choices(const Window& window);
  void form(const Window& window);
  void add(const Window& window);
  void read_kept(Ui& ui);

  static constexpr std::size_t room = 512;
  std::vector<MachineAddress> kept_;  ///< when the list was opened last
  std::array<char, room> name_{}, via_{};
};

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
