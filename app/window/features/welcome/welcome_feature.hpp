#pragma once

#include "app/window/feature/feature.hpp"
#include "app/window/picture/thumbnails.hpp"

namespace heteroscope {

/// Doors into the program, each with a picture: shown at the start until one is taken or they are closed.
class WelcomeFeature final : public OpenedFeature {
 public:
  explicit WelcomeFeature(Catalog catalog) : thumbnails_(catalog) {}

  [[nodiscard]] Action opened_by() const override { return action::welcome; }
  [[nodiscard]] std::vector<ActionEntry> actions() override;
  [[nodiscard]] bool alone() const override { return false; }
  void open(State& state) override;
  void overlay(State& state, OverlaySpace& space) override;
  /// Makes the workloads' small pictures, once somebody wants to see them.
  void before_engine(State& state) override;
  [[nodiscard]] Activity activity(const State& /*state*/) const override { return {.busy = thumbnails_.busy()}; }

 private:
  bool was_open_ = false;
  Thumbnails thumbnails_;
};

}  // namespace heteroscope
