#pragma once

#include <cstdint>
#include <utility>

#include "app/console/exit_code.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/window.hpp"
#include "core/base/watch.hpp"
#include "tests/link/chosen_moment.hpp"
#include "tests/link/dragging.hpp"

namespace heteroscope {

/// Drags the picture as a hand does. First each frame of the window finds the mouse at another place; then the picture
/// of a movement is whole before the next one, which comes at any moment between two frames.
class DraggingDriver final : public WindowDriver {
 public:
  explicit DraggingDriver(Settings settings) : settings_(std::move(settings)) {}

  void before_frame(App& app) override;
  [[nodiscard]] bool leaves_pace() const override { return phase_ == Phase::waits; }
  bool after_frame(App& app, Size framebuffer) override;
  int finish() override { return exit_success; }

  [[nodiscard]] const SeenDragging& seen() const { return seen_; }

 private:
  enum class Phase { closed, opened, drags, waits };
  enum class Movement { none, awaited, made };  ///< in the phase `waits`

  void push(App& app, MouseEvent::Kind kind) const;
  void begin(App& app);
  void drag(App& app);
  void await_movement();
  void move_again(App& app);
  /// Returns whether the picture on the screen, coarse or whole, is of the view that the last movement led to.
  [[nodiscard]] bool shows_movement(const App& app) const;
  bool wait(App& app);

  Settings settings_;
  Phase phase_ = Phase::closed;
  int still_frames_ = 0;
  std::uint64_t shown_ = 0;
  Watch whole_, dragging_;
  ChosenMoment moment_;
  View before_;
  Movement movement_ = Movement::none;
  bool is_first_known_ = false;
  SeenDragging seen_;
};

}  // namespace heteroscope
