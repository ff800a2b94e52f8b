#include "app/window/features/scope/scope.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/features/scope/overlay.hpp"
#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/clock.hpp"
#include "app/window/model/cover_view.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

constexpr double longest_frame_ms = 250;

/// What the present settings would have computed. Throws BadInput.
CoverOf cover_of(const State& state, std::string variant, bool all_rows) {
  const Settings settings = without_time(state.settings, *state.workload);
  const Workload& workload = *state.workload;
  CoverOf out{.workload = &workload,
              .variant = std::move(variant),
              .parameters = settings.problem.parameters,
              .output = workload.extent(workload.bind(settings.problem.parameters), settings.problem.size,
                                        settings.problem.precision),
              .block = settings.execution.block};
  // as the next frame will be shared out: its plan has the first GPU's rows, which the cover is of
  const bool shared = settings.execution.processor == Processor::split && !all_rows;
  const Planned planned = shared ? plan_or_refusal(settings, state.catalog, device::all()) : Planned{};
  out.rows = planned ? planned.plan->parts.back().front().count() : out.output.size.height;
  return out;
}

/// The frame's trace is of that cover, and of those rows of the CPU.
bool is_trace_of(const State& state, const Frame& frame, const CoverWish& wish) {
  const Trace& of_gpu = frame.trace_of(Processor::gpu);
  const Trace& of_cpu = frame.trace_of(Processor::cpu);
  const Settings& settings = frame.plan.settings;
  if (frame.plan.workload != state.workload || frame.plan.output != wish.of.output) return false;
  if (without_time(settings, *state.workload).problem.parameters != wish.of.parameters) return false;
  if (!wish.cpu.empty() && (of_cpu.pieces.empty() || frame.timing.rows(Processor::cpu) != wish.cpu.count()))
    return false;
  if (wish.of.variant.empty()) return true;
  const PlannedStage& stage = frame.plan.stages.back();
  return !of_gpu.pieces.empty() && frame.timing.lanes.front().rows == wish.of.rows &&
         settings.execution.block == wish.of.block && stage.stage->find(wish.of.variant) == stage.gpu;
}

CoverWish wish_as_computed(const State& state) {
  CoverWish out{.of = {.workload = state.workload, .variant = {}, .as_computed = true, .pass = state.cover.pass},
                .color = state.preferences.cover_color,
                .theme = state.preferences.theme};
  const bool there = state.frame != nullptr && !state.coarse && state.frame->plan.workload == state.workload;
  if (there && state.frame->traced) out.traced = state.frame;
  return out;
}

/// The warps of the newest result.
CoverWish wish_of_warps(const State& state) {
  CoverWish out{.of = {.workload = state.workload, .variant = {}, .as_computed = true},
                .color = TraceColor::evenness,
                .theme = state.preferences.theme};
  if (state.frame != nullptr && !state.coarse && state.frame->plan.workload == state.workload) out.traced = state.frame;
  return out;
}

CoverWish wish_as_planned(const State& state) {
  const CoveringVariant* variant = shown_cover(state);
  CoverWish out{.of = cover_of(state, std::string(variant->variant), false),
                .color = state.preferences.cover_color,
                .theme = state.preferences.theme};
  const int height = out.of.output.size.height;
  if (state.settings.execution.processor == Processor::split && variant->variant == chosen_gpu_variant(state)) {
    out.cpu = {out.of.rows, height};
    if (out.of.rows == 0) out.of.variant.clear();  // nothing is left for it
  } else {
    out.of.rows = height;  // what it would be if it were alone
  }
  const bool wanted = is_observed(out.color) || state.cover.replay.touched;
  if (wanted && state.frame != nullptr && !state.coarse && is_trace_of(state, *state.frame, out)) {
    out.traced = state.frame;
  }
  return out;
}

bool waits_for_trace(const State& state) {
  const auto& show = state.cover.show;
  if (!wants_trace(state) || !state.refusal.empty() || state.progress.failure || state.canceled) return false;
  if (show == nullptr) return shows_as_computed(state);
  return show->why_not.empty() && show->traced_serial == 0;
}

std::string missing_as_computed(const CoverShow& show) {
  if (show.times == nullptr || show.times->dropped == 0) return {};
  return fmt::format("{} pieces did not fit the trace: what is here is not all.",
                     format_count(static_cast<std::int64_t>(show.times->dropped)));
}

std::string missing_of(const State& state) {
  const CoverState& cover = state.cover;
  if (shows_warps(state)) return {};
  if (shows_as_computed(state)) return cover.show == nullptr ? std::string() : missing_as_computed(*cover.show);
  if (!is_observed(state.preferences.cover_color) && !cover.replay.touched) return {};
  const bool only_replay = !is_observed(state.preferences.cover_color);
  const std::string instead = only_replay ? " Replayed in the order of the blocks' numbers." : "";
  if (!device::facts().available) {
    return "When and where blocks run needs a GPU: " + device::facts().why_not + "." + instead;
  }
  if (state.settings.execution.processor == Processor::cpu) {
    return "When and where blocks run needs a run on the GPU: choose the processor GPU or Split." + instead;
  }
  if (!runs_what_is_shown(state)) {
    return fmt::format("{} runs: choose {} as the GPU variant to see when and where its blocks ran.{}",
                       chosen_gpu_variant(state), shown_cover(state)->variant, instead);
  }
  if (cover.show == nullptr || !cover.show->why_not.empty()) return {};
  if (cover.show->traced_serial == 0) {
    if (waits_for_trace(state)) return "Waiting for a traced run.";
    return "No traced run: " + (state.canceled ? "canceled" : state.refusal + state.progress.failure.line);
  }
  const CoverTimes& times = *cover.show->times;
  if (times.dropped > 0) {
    return fmt::format("{} records did not fit the trace: their pieces are gray.",
                       format_count(static_cast<std::int64_t>(times.dropped)));
  }
  if (times.missing > 0) return fmt::format("{} blocks left no record: they are gray.", format_count(times.missing));
  return {};
}

/// Its time would be the window's own, or disturb what is measured elsewhere.
bool may_measure(const State& state) {
  const bool rests = state.current() && !state.running && !state.progress.busy && !state.measuring &&
                     !state.cover.replay.playing && state.refusal.empty() && state.bench.empty();
  return rests && state.frame->traced && state.frame->timing.compute() < longest_frame_ms;
}

/// In the picture's place: nothing is compared with it.
void toggle_cover(State& state) {
  state.cover.shown = !state.cover.shown;
  if (state.cover.shown) state.comparison.turn_off();
}

/// The same grids: what was pointed at and zoomed into is still there.
bool same_grids(const CoverShow& a, const CoverShow& b) {
  if (a.index == b.index) return a.pieces == b.pieces;
  if (a.index == nullptr || b.index == nullptr || a.pieces != b.pieces) return false;
  if (a.extent() != b.extent() || a.pass != b.pass || a.wish.of != b.wish.of) return false;
  if ((a.evenness == nullptr) != (b.evenness == nullptr)) return false;
  return std::ranges::equal(a.index->cover.grids, b.index->cover.grids, [](const CoverGrid& x, const CoverGrid& y) {
    return x.columns == y.columns && x.rows == y.rows;
  });
}

}  // namespace

/// Times are measured while no other work of the window is under way.
void Scope::want_measured(const State& state) {
  if (!device::facts().available || state.running || state.progress.busy || state.measuring || state.sampling) return;
  if (!measuring_) {
    measuring_ = std::make_unique<CoverMeasuredTask>(
        [catalog = state.catalog](const Settings& settings, const std::stop_token& stop,
                                  const CoverMeasuredTask::Publish& publish) {
          measure_covers(settings, catalog, device::all(), device::free_memory(), stop, publish);
        });
  }
  measuring_->want(measured_settings(state.settings, *state.workload));
}

/// The part of the timeline that is looked at, in the width that there is.
void Scope::want_timeline(State& state) {
  CoverState& cover = state.cover;
  const int columns = std::exchange(cover.columns, 0);  // told again by whoever draws it
  if (cover.show == nullptr || cover.show->paint == nullptr || !cover.show->times->observed || columns <= 0) {
    return;
  }
  const Timeline& timeline = *cover.show->timeline;
  tasks_.timeline.want({.show = cover.show,
                        .span = cover.span.value_or(timeline.shown),
                        .columns = columns,
                        .rows = rows_with_room(timeline, units_looked_at(state), cover.rows_of_room)});
  cover.timeline_drawn = tasks_.timeline.newest();
}

void Scope::want(State& state) {
  CoverState& cover = state.cover;
  const bool as_computed = shows_as_computed(state);
  const bool warps = shows_warps(state);
  const CoverWish wish = warps ? wish_of_warps(state) : as_computed ? wish_as_computed(state) : wish_as_planned(state);
  CoverWish without = wish;
  without.traced = nullptr;
  const std::uint64_t serial = wish.traced == nullptr ? 0 : wish.traced->serial;
  const bool made = cover.show != nullptr && !tasks_.show.busy() && cover.show->wish == without &&
                    cover.show->traced_serial == serial;
  // frames that come faster than they can be drawn: what is being made of one is made to its end
  const bool is_newer = tasks_.show.busy() && serial != 0 && asked_with_frame_ && asked_ == without;
  const bool nothing_yet = (warps || as_computed) && serial == 0;
  if (made || nothing_yet) {
    tasks_.show.let_go();  // of the frame, which may be gigabytes
  } else if (!is_newer) {
    tasks_.show.want(wish);
    asked_ = without;
    asked_with_frame_ = serial != 0;
  }
  if (!state.workload->covers) return;
  tasks_.table.want(cover_of(state, {}, true));
  want_measured(state);
}

void Scope::follow_tracing_cost(State& state) {
  CoverState& cover = state.cover;
  if (!shows_as_computed(state) || shows_warps(state)) {
    if (costing_ != nullptr) costing_->forget();
    cover.cost = nullptr;
    return;
  }
  if (may_measure(state)) {
    if (costing_ == nullptr) {
      costing_ = std::make_unique<TracingCostTask>([catalog = state.catalog](const Settings& settings,
                                                                             const std::stop_token& stop,
                                                                             const TracingCostTask::Publish& publish) {
        measure_tracing_cost(settings, catalog, device::all(), device::free_memory(), stop, publish);
      });
    }
    costing_->want(cost_settings(state.settings));
  } else if (costing_ != nullptr && costing_->busy()) {
    costing_->forget();
  }
  if (costing_ == nullptr) return;
  cover.cost = costing_->newest();
  if (cover.cost != nullptr && cover.cost->settings != cost_settings(state.settings)) cover.cost = nullptr;
}

bool Scope::measures() const {
  return (measuring_ != nullptr && measuring_->busy()) || (costing_ != nullptr && costing_->busy());
}

std::vector<ActionEntry> Scope::actions() {
  return {{action::toggle_cover,
           "who computed what, and when: blocks, warps and threads in the result's place",
           {pressed(GLFW_KEY_B, "B")},
           toggle_cover}};
}

void Scope::overlay(State& state, OverlaySpace& space) {
  cover_overlay(state, space.covered);
}

Activity Scope::activity(const State& state) const {
  return {.busy = state.cover.busy, .moves = state.cover.replay.playing, .measures_idle = measures()};
}

void Scope::before_engine(State& state) {
  CoverState& cover = state.cover;
  follow_tracing_cost(state);
  if (measuring_) cover.measured = measuring_->newest();
  // one of the two in the picture's place
  if (!shows_cover(state) || state.comparison.with != CompareWith::nothing) {
    cover.shown = false;
    if (cover.show != nullptr || cover.busy) tasks_.show.forget();
    if (measuring_ != nullptr && cover.busy) measuring_->forget();
    if (cover.show != nullptr) tasks_.timeline.forget();
    cover.timeline_drawn = nullptr;
    cover.show = nullptr;
    cover.busy = false;
    leave(cover.replay);
    return;
  }
  try {
    want(state);
  } catch (const BadInput&) {
    // the settings' refusal says it; what was there stays
  }
  auto newest = tasks_.show.newest();
  if (newest != nullptr && newest->wish.of.workload != state.workload) newest = nullptr;
  if (newest != cover.show) {
    if (newest == nullptr || cover.show == nullptr || !same_grids(*newest, *cover.show)) {
      cover.pinned.reset();
      cover.pressed.reset();
      cover.hovered.reset();
      cover.span.reset();
      cover.units.reset();
      cover.zoom = 1;
      cover.shift = {};
    }
    cover.show = std::move(newest);
    if (cover.span && cover.show->timeline != nullptr) {
      const TimeSpan& whole = cover.show->timeline->whole;  // another frame may have been shorter
      if (cover.span->from < whole.from || cover.span->to > whole.to) cover.span.reset();
    }
    if (cover.units && cover.show->timeline != nullptr) {
      if (cover.units->to > cover.show->timeline->units.count()) cover.units.reset();  // or had fewer units
    }
    if (cover.show != nullptr && cover.show->times != nullptr) take_times(cover.replay, *cover.show->times);
  }
  want_timeline(state);
  cover.table = tasks_.table.newest();
  if (cover.table != nullptr && cover.table->of.workload != state.workload) cover.table = nullptr;
  cover.busy = tasks_.show.busy() || tasks_.table.busy() || tasks_.timeline.busy() || waits_for_trace(state) ||
               (measuring_ != nullptr && measuring_->busy());
  cover.missing = tasks_.show.failure();
  if (cover.missing.empty()) cover.missing = tasks_.table.failure();
  if (cover.missing.empty()) cover.missing = tasks_.timeline.failure();
  if (cover.missing.empty()) cover.missing = missing_of(state);
  if (waits_for_trace(state)) {
    cover.replay.last_s = state.now_s;
  } else {
    advance(cover.replay, state.now_s);
  }
}

}  // namespace heteroscope
