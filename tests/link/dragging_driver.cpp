#include "tests/link/dragging_driver.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "app/window/model/views/view_target.hpp"
#include "app/window/tour/hand.hpp"

namespace heteroscope {
namespace {

constexpr int frames_to_settle = 4;

}  // namespace

void DraggingDriver::before_frame(App& app) {
  if (phase_ == Phase::waits && moment_.came()) move_again(app);
  if (phase_ != Phase::closed) return;
  app.ui().preferences.automatic_limit = false;
  app.toggle_presentation();
  app.put(settings_);
  phase_ = Phase::opened;
}

bool DraggingDriver::after_frame(App& app, Size /*framebuffer*/) {
  if (whole_.ms() > longest_ms) return false;
  switch (phase_) {
    case Phase::closed:
      return true;
    case Phase::opened:
      still_frames_ = app.settled() && app.view().frame != nullptr ? still_frames_ + 1 : 0;
      if (still_frames_ == frames_to_settle) begin(app);
      return true;
    case Phase::drags:
      drag(app);
      return true;
    case Phase::waits:
      return wait(app);
  }
  return false;
}

void DraggingDriver::push(App& app, MouseEvent::Kind kind) const {
  const Size size = app.view().area.size;
  const double angle = 2 * std::numbers::pi * whole_.ms() / turn_ms;
  app.push(mouse(app.ui(), app.view(), kind,
                 {size.width * (0.5 + 0.1 * std::cos(angle)), size.height * (0.5 + 0.1 * std::sin(angle))}));
}

void DraggingDriver::begin(App& app) {
  push(app, MouseEvent::Kind::press);
  shown_ = app.view().presented.serial;
  dragging_ = Watch();
  phase_ = Phase::drags;
}

void DraggingDriver::drag(App& app) {
  const FrameView& view = app.view();
  if (std::exchange(shown_, view.presented.serial) != view.presented.serial) {
    ++seen_.pictures;
    seen_.coarse += view.coarse ? 1 : 0;
  }
  push(app, MouseEvent::Kind::move);
  seen_.moved_ms = dragging_.ms();
  if (seen_.moved_ms < dragging_ms) return;
  phase_ = Phase::waits;
}

void DraggingDriver::await_movement() {
  movement_ = Movement::awaited;
  moment_.choose();
}

void DraggingDriver::move_again(App& app) {
  before_ = view_of(app.model().settings(), view_target(app.model().settings(), app.model().catalog));
  is_first_known_ = false;
  movement_ = Movement::made;
  push(app, MouseEvent::Kind::move);
}

bool DraggingDriver::shows_movement(const App& app) const {
  const Settings& now = app.model().settings();
  const ViewTarget target = view_target(now, app.model().catalog);
  return app.view().frame != nullptr && view_of(now, target) != before_ &&
         view_of(app.view().frame->plan.settings, target) == view_of(now, target);
}

bool DraggingDriver::wait(App& app) {
  if (movement_ == Movement::none && app.settled()) await_movement();
  if (movement_ != Movement::made || !shows_movement(app)) return true;
  if (!is_first_known_) seen_.first_ms.push_back(moment_.ms());
  is_first_known_ = true;
  if (!app.settled()) return true;
  seen_.exact_ms.push_back(moment_.ms());
  seen_.picture = app.view().frame->field.size();
  seen_.timing = app.view().frame->timing;
  await_movement();
  return seen_.exact_ms.size() < movements;
}

}  // namespace heteroscope
