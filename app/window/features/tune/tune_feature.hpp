#pragma once

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/features/tune/tune_task.hpp"

namespace heteroscope {

/// The search for the fastest way to compute the present problem, as a heat map that fills while it goes on.
class TuneFeature final : public MeasuringFeature<TuneTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_tune; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  void restore(State& state) override;

 protected:
  void draw_measured(State& state, OverlaySpace& space) override;
  [[nodiscard]] Settings measured(const State& state) const override;

 private:
  void body(State& state);
  void budget_row(const State& state);
  void best_rows(State& state, const MeasuredTune& made);
};

}  // namespace heteroscope
