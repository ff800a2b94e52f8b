#pragma once

#include "app/window/panels/panel.hpp"
#include "app/window/panels/run_graphs.hpp"

namespace heteroscope {

/// What is drawn below the picture: times of frames, or plots of the run, or of the cover.
class GraphsPanel final : public Panel {
 public:
  void build(State& state) override;
  void leave_workload() override { run_.leave_workload(); }
  [[nodiscard]] bool moves() const override { return run_.moves(); }

  /// Keeps the frame's curve, to compare others with it.
  void keep_curve(const Frame& frame) { run_.keep_curve(frame); }

 private:
  void which_graphs(State& state);

  RunGraphs run_;
};

}  // namespace heteroscope
