#pragma once

#include "app/window/feature/panel.hpp"
#include "app/window/features/roofline/roofline_graph.hpp"
#include "app/window/features/run/run_graphs.hpp"

namespace heteroscope {

/// What is drawn below the picture: times of frames, plots of the run or of the scope, or what limits the variant.
class GraphsPanel final : public Panel {
 public:
  void build(State& state) override;
  void leave_workload() override {
    run_.leave_workload();
    roofline_.leave_workload();
  }
  [[nodiscard]] bool moves() const override { return run_.moves(); }
  [[nodiscard]] bool measures() const override { return roofline_.measures(); }

  /// Keeps the frame's curve, to compare others with it.
  void keep_curve(const Frame& frame) { run_.keep_curve(frame); }

 private:
  void which_graphs(State& state);
  /// Plots beside the times: the run's or the scope's.
  static bool has_own(const State& state);

  RunGraphs run_;
  RooflineGraph roofline_;
};

}  // namespace heteroscope
