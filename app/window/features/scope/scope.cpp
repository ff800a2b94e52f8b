#include "app/window/features/scope/scope.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <stop_token>
#include <utility>

#include "app/text/format.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/features/scope/overlay.hpp"
#include "app/window/features/scope/timeline_area.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/times/clock.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

constexpr double longest_frame_ms = 250;

/// Returns the blocks that the present settings would launch. Throws BadInput.
MappingOf mapping_of_blocks(const WindowModel& model, std::string variant, bool all_rows) {
  const Settings settings = without_time(model.settings(), *model.workload);
  const Workload& workload = *model.workload;
  MappingOf out{.workload = &workload,
                .variant = std::move(variant),
                .parameters = settings.problem.parameters,
                .output = workload.extent(workload.bind(settings.problem.parameters), settings.problem.size,
                                          settings.problem.precision),
                .block = settings.execution.block};
  // the plan of the next frame has the rows of the first GPU, whose blocks are shown
  const bool shared = settings.execution.processor == Processor::split && !all_rows;
  const Planned planned = shared ? plan_or_refusal(settings, model.catalog, device::Devices::here()) : Planned{};
  out.rows = planned ? planned.plan->parts.back().front().count() : out.output.size.height;
  return out;
}

/// Returns whether the frame's trace is of those blocks and of those rows of the CPU.
bool is_trace_of(const WindowModel& model, const Frame& frame, const ScopeRequest& request) {
  const Trace& of_gpu = frame.trace_of(Processor::gpu);
  const Trace& of_cpu = frame.trace_of(Processor::cpu);
  const Settings& settings = frame.plan.settings;
  if (frame.plan.workload != model.workload || frame.plan.output != request.of.output) return false;
  if (without_time(settings, *model.workload).problem.parameters != request.of.parameters) return false;
  if (!request.cpu.empty() && (of_cpu.spans.empty() || frame.timing.rows(Processor::cpu) != request.cpu.count()))
    return false;
  if (request.of.variant.empty()) return true;
  const PlannedStage& stage = frame.plan.stages.back();
  return !of_gpu.spans.empty() && frame.timing.participants.front().rows == request.of.rows &&
         settings.execution.block == request.of.block && stage.stage->find(request.of.variant) == stage.gpu;
}

ScopeRequest request_as_computed(const Window& window) {
  ScopeRequest out{
      .of = {.workload = window.model.workload, .variant = {}, .as_computed = true, .pass = window.model.scope.pass},
      .color = scope_color(window.ui, window.model),
      .theme = window.ui.preferences.theme};
  const bool there =
      window.view.frame != nullptr && !window.view.coarse && window.view.frame->plan.workload == window.model.workload;
  if (there && window.view.frame->traced) out.traced = window.view.frame;
  return out;
}

/// Returns the request for the warps of the newest result.
ScopeRequest request_of_warps(const Window& window) {
  ScopeRequest out{.of = {.workload = window.model.workload, .variant = {}, .as_computed = true},
                   .color = TraceColor::evenness,
                   .theme = window.ui.preferences.theme};
  if (window.view.frame != nullptr && !window.view.coarse && window.view.frame->plan.workload == window.model.workload)
    out.traced = window.view.frame;
  return out;
}

ScopeRequest request_as_planned(const Window& window) {
  const MappedVariant* variant = shown_mapping(window.model);
  ScopeRequest out{.of = mapping_of_blocks(window.model, std::string(variant->variant), false),
                   .color = scope_color(window.ui, window.model),
                   .theme = window.ui.preferences.theme};
  const int height = out.of.output.size.height;
  if (window.model.settings().execution.processor == Processor::split &&
      variant->variant == chosen_gpu_variant(window.model)) {
    out.cpu = {out.of.rows, height};
    if (out.of.rows == 0) out.of.variant.clear();  // the GPU has no rows
  } else {
    out.of.rows = height;  // the rows if the GPU computed alone
  }
  const bool wanted = is_observed(out.color) || window.model.scope.replay.touched;
  if (wanted && window.view.frame != nullptr && !window.view.coarse &&
      is_trace_of(window.model, *window.view.frame, out)) {
    out.traced = window.view.frame;
  }
  return out;
}

bool waits_for_trace(const Window& window) {
  const auto& show = window.model.scope.show;
  if (!wants_trace(window.ui, window.model) || !window.view.refusal.empty() || window.view.progress.failure ||
      window.view.canceled)
    return false;
  if (show == nullptr) return shows_as_computed(window.model);
  return show->why_not.empty() && show->traced_serial == 0;
}

std::string missing_as_computed(const ScopeShow& show) {
  if (show.times == nullptr || show.times->dropped == 0) return {};
  return fmt::format("{} spans did not fit into the trace, so the display is incomplete.",
                     format_count(static_cast<std::int64_t>(show.times->dropped)));
}

std::string missing_of(const Window& window) {
  const ScopeState& scope = window.model.scope;
  if (shows_warps(window.ui, window.model)) return {};
  if (shows_as_computed(window.model)) return scope.show == nullptr ? std::string() : missing_as_computed(*scope.show);
  if (!is_observed(scope_color(window.ui, window.model)) && !scope.replay.touched) return {};
  const bool only_replay = !is_observed(scope_color(window.ui, window.model));
  const std::string instead = only_replay ? " The blocks are replayed by their numbers." : "";
  if (!device::facts().available) {
    return "Only a GPU shows when and where blocks run: " + device::facts().why_not + "." + instead;
  }
  if (window.model.settings().execution.processor == Processor::cpu) {
    return "Only a run on the GPU shows when and where blocks run: choose the processor GPU or Split." + instead;
  }
  if (!runs_what_is_shown(window.model)) {
    return fmt::format("{} is running: choose {} as the GPU variant to see when and where its blocks run.{}",
                       chosen_gpu_variant(window.model), shown_mapping(window.model)->variant, instead);
  }
  if (scope.show == nullptr || !scope.show->why_not.empty()) return {};
  if (scope.show->traced_serial == 0) {
    if (waits_for_trace(window)) return "Waiting for a traced run.";
    return "No traced run: " +
           (window.view.canceled ? "canceled" : window.view.refusal + window.view.progress.failure.line);
  }
  const MappingTimes& times = *scope.show->times;
  if (times.dropped > 0) {
    return fmt::format("{} records did not fit into the trace: their blocks are gray.",
                       format_count(static_cast<std::int64_t>(times.dropped)));
  }
  if (times.missing > 0) return fmt::format("{} blocks were not recorded: they are gray.", format_count(times.missing));
  return {};
}

/// Returns whether times may be measured: not while the window computes, or another feature measures or compares.
bool may_measure(const WindowModel& model, const FrameView& view) {
  const bool rests = view.answers(model.settings()) && !is_playing(model, view) && !view.progress.busy &&
                     !view.activity.holds_idle() && !model.scope.replay.playing && view.refusal.empty() &&
                     !view.activity.suite;
  return rests && view.frame->traced && view.frame->timing.compute() < longest_frame_ms;
}

/// Shows the scope in place of the picture and its timeline below, or ends that; comparisons end.
void toggle_scope(const Window& window) {
  window.model.scope.shown = !window.model.scope.shown;
  if (!window.model.scope.shown) return;
  window.model.comparison.turn_off();
  choose_own_graph(window.ui);
}

/// Returns whether the grids are the same, so that zoom and marks stay valid.
bool same_grids(const ScopeShow& a, const ScopeShow& b) {
  if (a.index == b.index) return a.spans == b.spans;
  if (a.index == nullptr || b.index == nullptr || a.spans != b.spans) return false;
  if (a.extent() != b.extent() || a.pass != b.pass || a.request.of != b.request.of) return false;
  if ((a.evenness == nullptr) != (b.evenness == nullptr)) return false;
  return std::ranges::equal(
      a.index->mapping.grids, b.index->mapping.grids,
      [](const MappingGrid& x, const MappingGrid& y) { return x.columns == y.columns && x.rows == y.rows; });
}

}  // namespace

/// Asks for the times of the variants, measured while no other work of the window is under way.
void Scope::want_measured(const WindowModel& model, const FrameView& view) {
  if (!device::facts().available || is_playing(model, view) || view.progress.busy || view.activity.holds_idle() ||
      view.sampling)
    return;
  if (!measuring_) {
    measuring_ = std::make_unique<MappingMeasuredTask>(
        [this, catalog = model.catalog](const Settings& settings, const std::stop_token& stop,
                                        const MappingMeasuredTask::Publish& publish) {
          measured_so_far_.during(stop, [&](const Waiter& waiter) {
            measure_mappings(settings, catalog, device::all(), device::free_memory(), waiter, publish);
          });
        });
  }
  measuring_->want(measured_settings(model.settings(), *model.workload));
}

/// Asks for the visible part of the timeline, in the present width.
void Scope::want_timeline(WindowModel& model) {
  ScopeState& scope = model.scope;
  const int columns = std::exchange(scope.columns, 0);  // set again when the timeline is drawn
  if (scope.show == nullptr || scope.show->paint == nullptr || !scope.show->times->observed || columns <= 0) {
    return;
  }
  const Timeline& timeline = *scope.show->timeline;
  tasks_.timeline.want({.show = scope.show,
                        .span = scope.span.value_or(timeline.shown),
                        .columns = columns,
                        .rows = rows_with_room(timeline, units_looked_at(model), scope.rows_of_room)});
  scope.timeline_drawn = tasks_.timeline.newest();
}

void Scope::want(const Window& window) {
  ScopeState& scope = window.model.scope;
  const bool as_computed = shows_as_computed(window.model);
  const bool warps = shows_warps(window.ui, window.model);
  const ScopeRequest request = warps         ? request_of_warps(window)
                               : as_computed ? request_as_computed(window)
                                             : request_as_planned(window);
  ScopeRequest without = request;
  without.traced = nullptr;
  const std::uint64_t serial = request.traced == nullptr ? 0 : request.traced->serial;
  const bool made = scope.show != nullptr && !tasks_.show.busy() && scope.show->request == without &&
                    scope.show->traced_serial == serial;
  // if frames come faster than their pictures can be made, one under way is completed
  const bool is_newer = tasks_.show.busy() && serial != 0 && asked_with_frame_ && asked_ == without;
  const bool nothing_yet = (warps || as_computed) && serial == 0;
  if (made || nothing_yet) {
    tasks_.show.let_go();  // drops the frame, which may have gigabytes
  } else if (!is_newer) {
    tasks_.show.want(request);
    asked_ = without;
    asked_with_frame_ = serial != 0;
  }
  if (!window.model.workload->block_mappings) return;
  tasks_.table.want(mapping_of_blocks(window.model, {}, true));
  want_measured(window.model, window.view);
}

void Scope::follow_tracing_cost(const Window& window) {
  ScopeState& scope = window.model.scope;
  if (!shows_as_computed(window.model) || shows_warps(window.ui, window.model)) {
    if (costing_ != nullptr) costing_->interrupt();
    scope.cost = nullptr;
    return;
  }
  if (may_measure(window.model, window.view)) {
    if (costing_ == nullptr) {
      costing_ = std::make_unique<TracingCostTask>(
          [this, catalog = window.model.catalog](const Settings& settings, const std::stop_token& stop,
                                                 const TracingCostTask::Publish& publish) {
            cost_so_far_.during(stop, [&](const Waiter& waiter) {
              measure_tracing_cost(settings, catalog, device::all(), device::free_memory(), waiter, publish);
            });
          });
    }
    costing_->want(cost_settings(window.model.settings()));
  } else if (costing_ != nullptr) {
    costing_->interrupt();
  }
  if (costing_ == nullptr) return;
  scope.cost = costing_->newest();
  if (scope.cost != nullptr && scope.cost->settings != cost_settings(window.model.settings())) scope.cost = nullptr;
}

bool Scope::measures() const {
  return (measuring_ != nullptr && measuring_->busy()) || (costing_ != nullptr && costing_->busy());
}

void Scope::tracing_cost_row(const Ui& ui) {
  if (costing_ != nullptr) apply(measuring_row(ui, measuring_row_of(*costing_, cost_so_far_)), *costing_);
}

std::vector<ActionEntry> Scope::actions() {
  return {{action::toggle_scope,
           "who computed what, and when: blocks, warps and threads, in place of the picture",
           {pressed(GLFW_KEY_B, "B")},
           toggle_scope}};
}

void Scope::overlay(const Window& window, OverlaySpace& space) {
  scope_overlay(window, space);
}

Activity Scope::activity(const Window& window) const {
  return {.busy = window.model.scope.busy, .moves = window.model.scope.replay.playing, .measures_idle = measures()};
}

GraphTab Scope::tab(const Window& window) const {
  const bool shown = shows_scope(window.model);
  return {.label = "Scope",
          .about = "Which thread or multiprocessor was busy when.",
          .action = action::toggle_plots,
          .offered = shown,
          .chosen = shown && chooses_own_graph(window.ui, window.model)};
}

void Scope::before_engine(const Window& window) {
  ScopeState& scope = window.model.scope;
  follow_tracing_cost(window);
  if (measuring_) scope.measured = measuring_->newest();
  // only one of scope and comparison can be in place of the picture
  if (!shows_scope(window.model) || window.model.comparison.with != CompareWith::nothing) {
    scope.shown = false;
    if (scope.show != nullptr || scope.busy) tasks_.show.forget();
    if (measuring_ != nullptr) measuring_->interrupt();
    if (scope.show != nullptr) tasks_.timeline.forget();
    scope.timeline_drawn = nullptr;
    scope.show = nullptr;
    scope.busy = false;
    leave(scope.replay);
    return;
  }
  try {
    want(window);
  } catch (const BadInput&) {
    // the refusal of the settings is shown elsewhere; the present picture stays
  }
  auto newest = tasks_.show.newest();
  if (newest != nullptr && newest->request.of.workload != window.model.workload) newest = nullptr;
  if (newest != scope.show) {
    if (newest == nullptr || scope.show == nullptr || !same_grids(*newest, *scope.show)) {
      scope.pinned.reset();
      scope.pressed.reset();
      scope.hovered.reset();
      scope.span.reset();
      scope.units.reset();
      scope.zoom = 1;
      scope.shift = {};
    }
    scope.show = std::move(newest);
    if (scope.span && scope.show->timeline != nullptr) {
      const TimeSpan& whole = scope.show->timeline->whole;  // another frame may have been shorter
      if (scope.span->from < whole.from || scope.span->to > whole.to) scope.span.reset();
    }
    if (scope.units && scope.show->timeline != nullptr) {
      if (scope.units->to > scope.show->timeline->units.count()) scope.units.reset();  // or had fewer units
    }
    if (scope.show != nullptr && scope.show->times != nullptr) take_times(scope.replay, *scope.show->times);
  }
  want_timeline(window.model);
  scope.table = tasks_.table.newest();
  if (scope.table != nullptr && scope.table->of.workload != window.model.workload) scope.table = nullptr;
  scope.busy = tasks_.show.busy() || tasks_.table.busy() || tasks_.timeline.busy() || waits_for_trace(window) ||
               (measuring_ != nullptr && measuring_->busy());
  scope.missing = tasks_.show.failure();
  if (scope.missing.empty()) scope.missing = tasks_.table.failure();
  if (scope.missing.empty()) scope.missing = tasks_.timeline.failure();
  if (scope.missing.empty()) scope.missing = missing_of(window);
  if (waits_for_trace(window)) {
    scope.replay.last_s = window.ui.now_s;
  } else {
    advance(scope.replay, window.ui.now_s, window.ui.preferences.replay_s);
  }
}

}  // namespace heteroscope
