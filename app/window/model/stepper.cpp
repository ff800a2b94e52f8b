#include "app/window/model/stepper.hpp"

#include <algorithm>

#include "app/window/model/clock_steps.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

/// Returns whether the next step waits until the reference of the present picture is computed.
bool waits_for_comparison(const WindowModel& model) {
  const Comparison& comparison = model.comparison;
  return comparison.wanted() == CompareWith::reference && !comparison.is_finished() && comparison.why_not.empty();
}

/// Returns whether the frame on the screen has all of the settings' steps, with some or all of their strokes, computed
/// by the present save of a person's file.
bool has_arrived(const Window& window) {
  const Plan& plan = window.view.frame->plan;
  const Settings& shown = plan.settings;
  const Settings& wanted = window.model.settings();
  return !window.view.coarse && shown.problem.steps == wanted.problem.steps &&
         leads_to(shown, wanted, *window.model.workload) && has_present_variants(plan);
}

void put_steps(WindowModel& model, std::int64_t more) {
  model.edit()->problem.steps = std::min(model.settings().problem.steps + more, most_steps);
}

}  // namespace

void Stepper::follow(WindowModel& model) {
  const Settings& now = model.settings();
  if (!model.workload->iterates()) {
    seen_.reset();
    model.run = {};
    return;
  }
  const bool known = seen_ && seen_->problem.workload == now.problem.workload;
  const bool changed = known && !same_problem(*seen_, now, *model.workload);
  const bool chosen =
      known && (seen_->problem.steps != now.problem.steps || seen_->problem.strokes != now.problem.strokes);
  if (!known) model.run = {};
  if (changed) {
    if (!chosen) start_over(*model.edit());
    // a run that has ended goes on, so that it shows the change
    if (model.run.ended) model.running = true;
    model.run.ended = false;
  }
  seen_ = model.settings();
}

void Stepper::accept(WindowModel& model) {
  seen_ = model.settings();
  model.run.ended = false;
}

void Stepper::note(const Window& window) {
  const Frame& frame = *window.view.frame;
  if (frame.serial == noted_ || window.view.coarse) return;
  noted_ = frame.serial;
  window.model.run.history.add(frame);
  window.model.run.rate.add(window.ui.now_s, frame.steps);
}

void Stepper::advance(const Window& window) {
  advance_clock(window, !waits_for_comparison(window.model));
  if (!window.model.workload->iterates() || window.view.frame == nullptr ||
      window.view.frame->plan.workload != window.model.workload)
    return;
  note(window);
  if (!is_playing(window.model, window.view)) {
    window.model.run.rate.clear();
    return;
  }
  if (!has_arrived(window)) return;
  const Frame& frame = *window.view.frame;
  if (frame.settled || frame.steps < frame.plan.settings.problem.steps) {
    window.model.running = false;
    window.model.run.ended = true;
  } else if (!waits_for_comparison(window.model)) {
    put_steps(window.model, window.model.settings().execution.steps_per_frame);
  }
  seen_ = window.model.settings();
}

void open_playing(WindowModel& model, const Workload& workload) {
  model.running = workload.iterates();
}

void toggle_playing(const Window& window) {
  if (!window.model.running && window.model.run.ended) reset_run(window);
  window.model.running = !window.model.running;
}

void step_once(const Window& window) {
  window.model.running = false;
  if (window.model.workload->iterates()) {
    put_steps(window.model, 1);
  } else {
    step_clock(window.model);
  }
}

void reset_run(const Window& window) {
  reset_clock(window.model);
  start_over(*window.model.edit());
  window.model.run.ended = false;
  window.model.run.rate.clear();
}

}  // namespace heteroscope
