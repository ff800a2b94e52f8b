#pragma once

#include <memory>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/run/contours.hpp"
#include "app/window/features/run/run_graphs.hpp"

namespace heteroscope {

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
