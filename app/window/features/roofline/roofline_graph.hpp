#pragma once

#include <memory>
#include <vector>

#include "app/measures/roofline.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/graph.hpp"
#include "app/window/feature/latest_task.hpp"
#include "app/window/features/counters/counters_feature.hpp"

namespace heteroscope {

/// What limits the present variant: its point below the measured ceilings, and where it was before.
class RooflineGraph final : public Feature, public OfferedGraph {
 public:
  /// `counters` say how many bytes went through each cache; they outlive this.
  explicit RooflineGraph(const CountersFeature& counters);
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  void leave_workload() override;
  /// The ceilings, which are times of loops, are measured.
  [[nodiscard]] Activity activity(const Window& window) const override;

  [[nodiscard]] GraphTab tab(const Window& window) const override;
  void choose(const Window& window) override { window.ui.preferences.roofline = true; }
  void build(const Window& window) override;
  /// Opens what the GPU says of its kernels; without a GPU it says why not.
  void buttons_below(const Window& window) override;

 private:
  struct Made {
    RoofOf of;
    Roof roof;
  };
  /// A way to compute, and what it reached.
  struct Stop {
    Settings settings;  ///< as what_times_belong_to() has them
    RoofPoint point;
    std::string label;
    int frames = 1;
  };
  void follow(const WindowModel& model, const FrameView& view);
  void want_roof(const WindowModel& model, const FrameView& view);

  const CountersFeature& counters_;
  std::vector<Stop> trail_;
  std::uint64_t seen_ = 0;  ///< the last frame's serial
  LatestTask<RoofOf, Made> task_;
};

}  // namespace heteroscope
