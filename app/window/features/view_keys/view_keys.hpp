#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// Keys that go to other views of the picture: back, nearer, further, aside, in how much
/// detail, and of which plane.
class ViewKeys final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::view; }
};

}  // namespace heteroscope
