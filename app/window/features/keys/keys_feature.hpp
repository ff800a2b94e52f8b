#pragma once

#include "app/window/feature/feature.hpp"

namespace heteroscope {

/// The page of F1: all actions with their keys, and the gestures of the mouse.
class KeysFeature final : public OpenedFeature {
 public:
  [[nodiscard]] Action opened_by() const override { return action::toggle_keys; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] ActionGroup group() const override { return ActionGroup::learn; }
  [[nodiscard]] bool alone() const override { return false; }
  void overlay(const Window& window, OverlaySpace& space) override;
};

}  // namespace heteroscope
