#pragma once

#include <memory>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/following_task.hpp"
#include "app/window/features/run/contours.hpp"
#include "app/window/features/run/run_graphs.hpp"

namespace heteroscope {

/// What goes on by steps or a time: its keys, what an iteration adds to the picture (contour lines, the line of the
/// profile, the brush), and its plots.
class RunFeature final : public Feature {
 public:
  RunFeature();
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] Side side() const override { return Side::left; }
  void panel(const Window& window) override;
  void overlay(const Window& window, OverlaySpace& space) override;
  void leave_workload() override;
  [[nodiscard]] Activity activity(const Window& window) const override;

  /// Plots of the run, below the picture.
  [[nodiscard]] RunGraphs& graphs() { return graphs_; }

 private:
  struct Wish {
    std::shared_ptr<const Frame> frame;
    std::vector<double> levels;
    bool operator==(const Wish&) const = default;
  };
  void contour_lines(Ui& ui, const FrameView& view, const Rect& picture);

  FollowingTask<Wish, std::vector<ContourPiece>> contours_;
  RunGraphs graphs_;
};

}  // namespace heteroscope
