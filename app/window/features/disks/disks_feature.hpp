#pragma once

#include <cstdint>
#include <optional>

#include "app/window/feature/feature.hpp"
#include "app/window/features/disks/disks.hpp"

namespace heteroscope {

/// The points that the result is computed from, in free space beside its values, tied to the cell under the mouse; a
/// point under the mouse marks its row and its column.
class DisksFeature final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::look; }
  void overlay(const Window& window, OverlaySpace& space) override;

 private:
  std::optional<Disks> disks_;  ///< of the frame with that serial
  std::uint64_t serial_ = 0;
};

/// The switch for it, where the parameters have points.
void disks_row(Ui& ui, const WindowModel& model);

}  // namespace heteroscope
