#pragma once

#include <memory>
#include <vector>

#include "app/measures/roofline.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/latest_task.hpp"

namespace heteroscope {

/// What limits the present variant: its point below the measured ceilings, and where it was before.
class RooflineGraph final : public Feature {
 public:
  RooflineGraph();
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  void leave_workload() override;
  /// The ceilings, which are times of loops, are measured.
  [[nodiscard]] Activity activity(const Window& window) const override;

  /// In what is left of the ImGui window.
  void build(const Window& window);

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

  std::vector<Stop> trail_;
  std::uint64_t seen_ = 0;  ///< the last frame's serial
  LatestTask<RoofOf, Made> task_;
};

}  // namespace heteroscope
