#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The keys for other views of the picture: back, zoom, pan, detail, and the Julia set.
class ViewKeys final : public Feature {
 public:
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::view; }
};

}  // namespace heteroscope
