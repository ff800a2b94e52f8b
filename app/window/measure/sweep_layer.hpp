#pragma once

#include <vector>

#include "app/window/layers/layer.hpp"
#include "app/window/measure/sweep_choice.hpp"
#include "app/window/measure/sweep_plot.hpp"
#include "app/window/measure/sweep_task.hpp"

namespace heteroscope {

/// A sweep's plots and its table, over the window. It begins when it is opened, if it was not made yet.
class SweepLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_sweep; }
  void open(State& state) override;
  /// Gives up what is under way.
  void close() override;
  void draw(State& state, LayerSpace& space) override;
  void leave_workload() override { close(); }
  [[nodiscard]] bool moves() const override { return is_open() && task_.running(); }

  [[nodiscard]] const SweepTask& task() const { return task_; }
  [[nodiscard]] SweepChoice& choice() { return choice_; }

 private:
  void start(State& state);
  void body(State& state);
  void heading(State& state);
  void choices(const State& state);
  void table(const State& state, const std::vector<SweepLine>& lines, const std::vector<PlotMark>& marks);

  SweepChoice choice_;
  SweepTask task_;
};

/// The button that shows all variants beside each other.
void variants_button(State& state);

}  // namespace heteroscope
