#pragma once

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/tune/tune_task.hpp"

namespace heteroscope {

/// Shows the search for the fastest way to compute the present problem as a heat map that fills as it goes on.
class TuneFeature final : public MeasuringFeature<TuneTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_tune; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::measure; }
  void restore(const Window& window) override;
  /// Returns the fastest ways that searches have found; null: none.
  [[nodiscard]] const TunedWinners* winners() const { return winners_.get(); }

 protected:
  void draw_measured(const Window& window, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const Window& window) const override;

 private:
  void body(const Window& window);
  void budget_row(const Ui& ui);
  void best_rows(const Ui& ui, WindowModel& model, const MeasuredTune& made);

  std::shared_ptr<const TunedWinners> winners_;
};

}  // namespace heteroscope
