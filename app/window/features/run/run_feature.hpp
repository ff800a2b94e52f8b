#pragma once

#include <memory>
#include <vector>

#include "app/plot/plot.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/run/contours.hpp"
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

/// The controls of a workload with steps or a clock: its actions, its plots, and what an iteration adds to the picture
/// (contour lines, the row of the profile, the brush).
class RunFeature final : public Feature, public OfferedGraph {
 public:
  RunFeature();
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::run; }
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void leave_workload() override;
  [[nodiscard]] Activity activity(const Window& window) const override;

  [[nodiscard]] GraphTab tab(const Window& window) const override;
  void choose(const Window& window) override { choose_own_graph(window.ui); }
  void build(const Window& window) override;
  /// Draws the buttons that keep and drop curves of an iteration that settles.
  void buttons_beside(const Window& window) override { graphs_.curve_buttons(window.ui, window.view); }

 private:
  struct Request {
    std::shared_ptr<const Frame> frame;
    std::vector<double> levels;
    bool operator==(const Request&) const = default;
  };
  void profile_line(const Window& window, const Rect& picture) const;
  void contour_lines(Ui& ui, const FrameView& view, const Rect& picture);

  LatestTask<Request, std::vector<ContourPiece>> contours_;
  RunGraphs graphs_;
  int built_in_ = -1;  ///< the ImGui frame in which the plots were drawn last
};

}  // namespace heteroscope
