#include "app/window/model/clock.hpp"

#include <algorithm>
#include <cmath>

#include "app/window/model/window.hpp"

namespace heteroscope {
namespace {

constexpr double digits = 1000;  // of a second
constexpr double steps_a_second = 60;

void put_time(WindowModel& model, const Parameter& clock, double time) {
  model.edit().problem.parameters[std::string(clock.id)] = time;
}

}  // namespace

double clock_time(double from, double elapsed, double minimum, double maximum) {
  const double span = maximum - minimum;
  if (!(span > 0)) return minimum;
  double since = from + elapsed - minimum;
  if (since > span || since < 0) since -= span * std::floor(since / span);
  return std::clamp(std::round((minimum + since) * digits) / digits, minimum, maximum);
}

double read_clock(ClockRun& run, const Parameter& clock, double time, double now_s) {
  if (!run.mark || run.mark->shown != time || run.mark->speed != run.speed) {
    run.mark = {.time = time, .now_s = now_s, .shown = time, .speed = run.speed};
  }
  const double elapsed = (now_s - run.mark->now_s) * run.speed;
  run.mark->shown = clock_time(run.mark->time, elapsed, clock.minimum, clock.maximum);
  return run.mark->shown;
}

const Parameter* clock_of(const Workload& workload) {
  return workload.clock ? workload.find_parameter(workload.clock->parameter) : nullptr;
}

double time_of(const Settings& settings, const Parameter& clock) {
  const auto found = settings.problem.parameters.find(clock.id);
  return found == settings.problem.parameters.end() ? clock.initial : static_cast<double>(found->second);
}

bool goes_on(const Workload& workload) {
  return workload.iterates() || clock_of(workload) != nullptr;
}

void advance_clock(const Window& window, bool may_go_on) {
  const Parameter* clock = clock_of(*window.model.workload);
  if (clock == nullptr) return;
  const bool failed = window.view.progress.failure && !window.view.progress.busy;
  if (failed) window.model.running = false;
  if (!window.model.running || !window.view.refusal.empty()) {
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

Settings without_time(Settings settings, const Workload& workload) {
  if (const Parameter* clock = clock_of(workload)) {
    settings.problem.parameters[std::string(clock->id)] = clock->initial;
  }
  return settings;
}

}  // namespace heteroscope
