#include "app/window/model/stepper.hpp"

#include <algorithm>

#include "app/window/model/clock.hpp"
#include "app/window/model/iterating.hpp"

namespace heteroscope {
namespace {

/// The reference of each picture is computed before the next one is asked for.
bool waits_for_comparison(const State& state) {
  const Comparison& comparison = state.comparison;
  return comparison.wanted() == CompareWith::reference && !comparison.result_is_current && comparison.why_not.empty();
}

void put_steps(State& state, std::int64_t more) {
  state.settings.problem.steps = std::min(state.settings.problem.steps + more, most_steps);
}

}  // namespace

void Stepper::follow(State& state) {
  const Settings& now = state.settings;
  if (!state.workload->iterates()) {
    seen_.reset();
    state.run = {};
    return;
  }
  const bool known = seen_ && seen_->problem.workload == now.problem.workload;
  const bool changed = known && !same_problem(*seen_, now, *state.workload);
  const bool chosen =
      known && (seen_->problem.steps != now.problem.steps || seen_->problem.strokes != now.problem.strokes);
  if (!known) state.run = {};
  if (changed) {
    if (!chosen) start_over(state.settings);
    // it had come to its end and would not show what changed
    if (state.run.ended) state.running = true;
    state.run.ended = false;
  }
  seen_ = state.settings;
}

void Stepper::accept(State& state) {
  seen_ = state.settings;
  state.run.ended = false;
}

void Stepper::note(State& state) {
  const Frame& frame = *state.frame;
  if (frame.serial == noted_ || state.coarse) return;
  noted_ = frame.serial;
  state.run.history.add(frame);
  state.run.rate.add(state.now_s, frame.steps);
}

void Stepper::advance(State& state) {
  advance_clock(state, !waits_for_comparison(state));
  if (!state.workload->iterates() || state.frame == nullptr || state.frame->plan.workload != state.workload) return;
  note(state);
  if (!state.running) {
    state.run.rate.clear();
    return;
  }
  if (state.progress.failure && !state.progress.busy) state.running = false;
  if (!state.running || !state.refusal.empty()) return;
  const Frame& frame = *state.frame;
  const Settings& shown = frame.plan.settings;
  const bool arrived =
      shown.problem.steps == state.settings.problem.steps && leads_to(shown, state.settings, *state.workload);
  if (state.coarse || !arrived) return;
  if (frame.settled || frame.steps < shown.problem.steps) {
    state.running = false;
    state.run.ended = true;
  } else if (!waits_for_comparison(state)) {
    put_steps(state, state.settings.execution.steps_per_frame);
  }
  seen_ = state.settings;
}

void open_playing(State& state, const Workload& workload) {
  state.running = workload.iterates();
}

void toggle_playing(State& state) {
  if (!state.running && state.run.ended) reset_run(state);
  state.running = !state.running;
}

void step_once(State& state) {
  state.running = false;
  if (state.workload->iterates()) {
    put_steps(state, 1);
  } else {
    step_clock(state);
  }
}

void reset_run(State& state) {
  reset_clock(state);
  start_over(state.settings);
  state.run.ended = false;
  state.run.rate.clear();
}

}  // namespace heteroscope
