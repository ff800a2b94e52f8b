#pragma once

#include <memory>
#include <vector>

#include "app/plot/plot.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/model/times/run_history.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// The plots of an iteration's run: values along a row, totals and errors over time, or the residual of one that
/// settles.
class RunGraphs {
 public:
  RunGraphs();
  void build(const Window& window);
  /// Draws the buttons that keep and drop curves of iterations that settle.
  void curve_buttons(Ui& ui, const FrameView& view);
  void keep_curve(const Frame& frame) { curves_.keep(curve_of(frame)); }
  void leave_workload();
  [[nodiscard]] bool busy() const { return row_.busy(); }

 private:
  struct RowRequest {
    std::shared_ptr<const Frame> frame;
    int row = 0;
    bool operator==(const RowRequest&) const = default;
  };
  struct Row {
    int row = 0;
    int height = 0;
    std::vector<double> values;
  };
  /// The quantity along the axis of a plot of settling.
  struct SettlingOver {
    const char* id;
    const char* title;
    double (*along)(const Measured&);
  };
  [[nodiscard]] Plot profile_plot(const Window& window, const Theme& theme);
  [[nodiscard]] Plot settling_plot(const Window& window, const Theme& theme, const SettlingOver& over) const;

  KeptCurves curves_;
  LatestTask<RowRequest, Row> row_;  ///< reads a field on the device beside the window's thread
};

}  // namespace heteroscope
