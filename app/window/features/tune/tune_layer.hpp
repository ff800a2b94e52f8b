#pragma once

#include "app/window/feature/measuring_layer.hpp"
#include "app/window/features/tune/tune_task.hpp"

namespace heteroscope {

/// The search for the fastest way to compute the present problem, as a heat map that fills while it goes on.
class TuneLayer final : public MeasuringLayer<TuneTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_tune; }

 protected:
  void draw_measured(State& state, LayerSpace& space) override;
  [[nodiscard]] Settings measured(const State& state) const override;

 private:
  void body(State& state);
  void budget_row(const State& state);
  void best_rows(State& state, const MeasuredTune& made);
};

}  // namespace heteroscope
