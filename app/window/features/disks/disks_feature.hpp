#pragma once

#include <cstdint>
#include <optional>

#include "app/window/feature/feature.hpp"
#include "app/window/features/disks/disks.hpp"

namespace heteroscope {

/// Draws the points from which the result is computed, where there is room beside its values. The cell under the mouse
/// marks its two points, and a point under the mouse marks its row and its column.
class DisksFeature final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  std::optional<Disks> disks_;  ///< the points of the frame with the number serial_
  std::uint64_t serial_ = 0;
};

/// Draws the switch for the points, where the workload has points.
void disks_row(Ui& ui, const WindowModel& model);

}  // namespace heteroscope
