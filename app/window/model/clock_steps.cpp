#include "app/window/model/clock_steps.hpp"

#include <algorithm>
#include <string>

#include "app/window/model/times/clock.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {
namespace {

constexpr double steps_a_second = 60;

void put_time(WindowModel& model, const Parameter& clock, double time) {
  model.edit()->problem.parameters[std::string(clock.id)] = time;
}

}  // namespace

void advance_clock(const Window& window, bool may_go_on) {
  const Parameter* clock = clock_of(*window.model.workload);
  if (clock == nullptr) return;
  if (!is_playing(window.model, window.view)) {
    window.model.clock.mark.reset();
    return;
  }
  const double time = time_of(window.model.settings(), *clock);
  if (!window.model.clock.mark) read_clock(window.model.clock, *clock, time, window.ui.now_s);
  if (may_go_on && window.view.answers(window.model.settings()) && !window.view.progress.busy) {
    put_time(window.model, *clock, read_clock(window.model.clock, *clock, time, window.ui.now_s));
  }
}

void step_clock(WindowModel& model) {
  const Parameter* clock = clock_of(*model.workload);
  if (clock == nullptr) return;
  const double step = model.clock.speed / steps_a_second;
  put_time(model, *clock, clock_time(time_of(model.settings(), *clock), step, clock->minimum, clock->maximum));
}

void reset_clock(WindowModel& model) {
  const Parameter* clock = clock_of(*model.workload);
  if (clock == nullptr) return;
  put_time(model, *clock, std::clamp(0.0, clock->minimum, clock->maximum));
}

}  // namespace heteroscope
