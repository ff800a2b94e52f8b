#pragma once

#include <vector>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/sweep/sweep_choice.hpp"
#include "app/window/features/sweep/sweep_plot.hpp"
#include "app/window/features/sweep/sweep_task.hpp"

namespace heteroscope {

/// A sweep's plots and its table, over the window.
class SweepFeature final : public MeasuringFeature<SweepTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_sweep; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;

  [[nodiscard]] SweepChoice& choice() { return choice_; }

 protected:
  void draw_measured(State& state, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const State& state) const override { return swept(state.settings, state.catalog); }
  void begins(const State& state) override;

 private:
  void body(State& state);
  void choices(const State& state);
  void table(const State& state, const std::vector<SweepLine>& lines, const std::vector<PlotMark>& marks);

  SweepChoice choice_;
};

}  // namespace heteroscope
