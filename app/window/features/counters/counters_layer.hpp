#pragma once

#include "app/window/feature/measuring_layer.hpp"
#include "app/window/features/counters/counters_task.hpp"

namespace heteroscope {

/// What limits the GPU's variant, over the window: its kernels and how many of their blocks a multiprocessor holds,
/// what other blocks would give, and what the GPU's own counters say of a frame.
class CountersLayer final : public MeasuringLayer<CountersTask> {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_counters; }

 protected:
  void draw_measured(State& state, LayerSpace& space) override;
  [[nodiscard]] Settings measured(const State& state) const override {
    return counted_problem(state.settings, state.catalog);
  }

 private:
  void draw_kernels(const State& state, const CountedProblem& shown);

  std::size_t kernel_ = 0;  ///< whose occupancy is drawn
};

}  // namespace heteroscope
