#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/measures/roofline.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/feature/told_progress.hpp"
#include "app/window/features/counters/counters_feature.hpp"
#include "app/window/model/times/frame_section.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// The roofline: the point of the present variant below the measured ceilings, and the trail of earlier points.
class RooflineGraph final : public Feature, public OfferedGraph {
 public:
  /// `counters` has the bytes that went through each cache; it outlives this.
  explicit RooflineGraph(const CountersFeature& counters);
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  void leave_workload() override;
  /// Measuring ceilings, which are times of loops, counts as measuring.
  [[nodiscard]] Activity activity(const Window& window) const override;

  /// Returns what computed a frame: "my_heat.cu, fp64, save 3".
  static std::string label_of(const Plan& plan, const SaveNumbers& saves);
  /// What the roof over a frame's work depends on.
  static RoofOf roof_over(const Frame& frame);
  /// Asks for the roof over the newest frame, if its work is known. It is measured while nothing else is under way;
  /// once a person has stopped that, for other processors, another precision or other threads alone.
  void want_roof(const Window& window);
  /// Draws how far that measurement is, while it is under way or once it was stopped.
  void ceilings_row(const Ui& ui);
  /// Returns that roof, if it is the one that was measured last.
  [[nodiscard]] std::optional<Roof> measured(const RoofOf& of) const;

  [[nodiscard]] GraphTab tab(const Window& window) const override;
  void choose(const Window& window) override { window.ui.preferences.roofline = true; }
  void build(const Window& window) override;
  /// Draws the button that opens the GPU's kernels and counters; without a GPU its tooltip says why not.
  void buttons_below(const Window& window) override;

 private:
  struct Made {
    RoofOf of;
    Roof roof;
  };
  /// A way to compute, and the rate that it reached.
  struct Stop {
    FrameWay how;
    RoofPoint point;
    std::string label;
    int frames = 1;
  };
  void follow(const WindowModel& model, const FrameView& view);

  const CountersFeature& counters_;
  std::vector<Stop> trail_;
  std::uint64_t seen_ = 0;  ///< serial number of the last frame
  RoofOf asked_;            ///< the last request that the task got
  ToldProgress progress_;
  LatestTask<RoofOf, Made> task_;
};

}  // namespace heteroscope
