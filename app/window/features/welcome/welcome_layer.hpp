#pragma once

#include "app/window/feature/layer.hpp"

namespace heteroscope {

/// Doors into the program, each with a picture: shown at the start until one is taken or they are closed.
class WelcomeLayer final : public OpenedLayer {
 public:
  [[nodiscard]] Action opened_by() const override { return Action::welcome; }
  [[nodiscard]] bool alone() const override { return false; }
  void open(State& state) override;
  void draw(State& state, LayerSpace& space) override;

 private:
  bool was_open_ = false;
};

}  // namespace heteroscope
