#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/presenter.hpp"
#include "app/window/canvas.hpp"
#include "app/window/pictures.hpp"
#include "app/window/state.hpp"
#include "app/window/texture.hpp"

namespace heteroscope {

/// Brings frames to the screen: colors them into textures when something changed, and draws those where the view is.
class Screen {
 public:
  Screen();

  /// Takes the newest frame, the look, the display way and the comparison from the state.
  void update(State& state);
  void draw(const State& state, Size window) const;

 private:
  void show(State& state, const std::shared_ptr<const Frame>& frame);
  void show_other(State& state);
  void show_diff(const State& state);
  Presenter& presenter(DisplayWay way);
  void add_other(const State& state, std::vector<Layer>& layers) const;

  Canvas canvas_;
  Texture picture_;
  Texture other_;
  Texture diff_;
  std::shared_ptr<const Frame> diff_of_;
  std::optional<CompareKey> diff_key_;
  std::shared_ptr<const Frame> other_of_;
  std::shared_ptr<const Frame> other_map_of_;
  Role other_role_ = Role::result;
  Look other_look_;
  Look look_;
  std::optional<DisplayWay> shown_for_;  // the chosen way when the picture was shown
  std::optional<DisplayWay> way_;
  // after the textures, so that they unregister first
  std::unique_ptr<Presenter> presenter_;
  std::unique_ptr<Presenter> host_;
};

}  // namespace heteroscope
