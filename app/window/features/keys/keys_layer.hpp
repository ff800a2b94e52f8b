#pragma once

#include "app/window/feature/layer.hpp"

namespace heteroscope {

/// What keys and the mouse do.
class KeysLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::toggle_keys; }
  [[nodiscard]] bool alone() const override { return false; }
  void draw(State& state, LayerSpace& space) override;
};

}  // namespace heteroscope
