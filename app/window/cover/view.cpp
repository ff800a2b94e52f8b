#include "app/window/cover/view.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"
#include "app/window/picture/panes.hpp"
#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/lanes/partition.hpp"

namespace heteroscope {
namespace {

std::string_view chosen_gpu_variant(const State& state) {
  const Stage& stage = state.workload->stages.back();
  const auto found = state.settings.execution.variants.find(stage.id);
  return found == state.settings.execution.variants.end() ? stage.default_gpu : std::string_view(found->second.gpu);
}

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

CoverWish wish_of(const State& state) {
  const CoverState& cover = state.cover;
  const CoveringVariant* variant = shown_cover(state);
  CoverWish out{.of = cover_of(state, variant == nullptr ? std::string() : std::string(variant->variant), false),
                .color = state.preferences.cover_color,
                .theme = state.preferences.theme};
  const int height = out.of.output.size.height;
  const bool split = state.settings.execution.processor == Processor::split;
  const bool own = !cover.of_rows && variant != nullptr && variant->variant == chosen_gpu_variant(state);
  if (cover.of_rows) {
    out.cpu = {split ? out.of.rows : 0, height};
  } else if (split && own) {
    out.cpu = {out.of.rows, height};
    if (out.of.rows == 0) out.of.variant.clear();  // nothing is left for it
  } else {
    out.of.rows = height;  // what it would be if it were alone
  }
  const bool wanted = is_observed(out.color) || cover.replay.touched;
  if (wanted && state.frame != nullptr && !state.coarse && is_trace_of(state, *state.frame, out)) {
    out.traced = state.frame;
  }
  return out;
}

/// The settings' own run is what is looked at.
bool runs_what_is_shown(const State& state) {
  const Processor processor = state.settings.execution.processor;
  if (state.cover.of_rows) return processor != Processor::gpu;
  const CoveringVariant* variant = shown_cover(state);
  return processor != Processor::cpu && variant != nullptr && variant->variant == chosen_gpu_variant(state);
}

bool waits_for_trace(const State& state) {
  const auto& show = state.cover.show;
  return wants_trace(state) && state.refusal.empty() && !state.progress.failure && !state.canceled && show != nullptr &&
         show->why_not.empty() && show->traced_serial == 0;
}

std::string missing_of(const State& state) {
  const CoverState& cover = state.cover;
  if (!is_observed(state.preferences.cover_color) && !cover.replay.touched) return {};
  const bool only_replay = !is_observed(state.preferences.cover_color);
  const std::string instead = only_replay ? " Replayed in the order of the blocks' numbers." : "";
  if (cover.of_rows && state.settings.execution.processor == Processor::gpu) {
    return "The CPU computes no rows: choose the processor CPU or Split.";
  }
  if (!cover.of_rows && !device::facts().available) {
    return "When and where blocks run needs a GPU: " + device::facts().why_not + "." + instead;
  }
  if (!cover.of_rows && state.settings.execution.processor == Processor::cpu) {
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

/// Times are measured while no other work of the window is under way.
void want_measured(State& state) {
  CoverState& cover = state.cover;
  if (!device::facts().available || state.running || state.progress.busy || state.measuring) return;
  if (!cover.measuring) {
    cover.measuring = std::make_shared<CoverMeasuredTask>(
        [catalog = state.catalog](const Settings& settings, const std::atomic<bool>& stop,
                                  const CoverMeasuredTask::Publish& publish) {
          measure_covers(settings, catalog, device::all(), device::free_memory(), stop, publish);
        });
  }
  cover.measuring->want(measured_settings(state.settings, *state.workload));
}

void want(State& state) {
  CoverState& cover = state.cover;
  const CoverWish wish = wish_of(state);
  // frames that come faster than they can be drawn: every one is drawn to its end
  CoverWish without = wish;
  without.traced = nullptr;
  const bool only_newer = cover.tasks->show.busy() && cover.show != nullptr && cover.show->wish == without &&
                          cover.show->traced_serial != 0 && wish.traced != nullptr;
  if (!only_newer) cover.tasks->show.want(wish);
  cover.tasks->table.want(cover_of(state, {}, true));
  want_measured(state);
}

}  // namespace

bool shows_cover(const State& state) {
  return state.cover.shown && state.workload->covers;
}

bool shows_grids(const State& state) {
  return shows_cover(state) && state.preferences.cover_grids && !state.cover.of_rows;
}

bool wants_trace(const State& state) {
  const bool wanted = is_observed(state.preferences.cover_color) || state.cover.replay.touched;
  return shows_cover(state) && wanted && runs_what_is_shown(state);
}

const CoveringVariant* shown_cover(const State& state) {
  if (state.cover.of_rows || !state.workload->covers) return nullptr;
  const Workload& workload = *state.workload;
  if (const auto* chosen = workload.find_cover(state.cover.variant)) return chosen;
  const auto* followed = workload.find_cover(chosen_gpu_variant(state));
  return followed != nullptr ? followed : &workload.covers->variants.front();
}

Placement cover_place(const State& state) {
  const PictureArea area = pane_area(state, Pane::picture);
  const bool plane = view_target(state.settings, state.catalog).kind != ViewKind::picture;
  if (plane && state.frame != nullptr) return place_of(state, *state.frame, Role::result, area.size);
  return placement(state.picture, state.cover.show->wish.of.output.size, area.size);
}

void update_cover(State& state) {
  CoverState& cover = state.cover;
  if (cover.measuring) cover.measured = cover.measuring->newest();
  // one of the two in the picture's place
  if (!shows_cover(state) || state.comparison.with != CompareWith::nothing) {
    cover.shown = false;
    if (cover.show != nullptr || cover.busy) cover.tasks->show.forget();
    if (cover.measuring != nullptr && cover.busy) cover.measuring->forget();
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
  auto newest = cover.tasks->show.newest();
  if (newest != nullptr && newest->wish.of.workload != state.workload) newest = nullptr;
  if (newest != cover.show) {
    const bool same = newest != nullptr && cover.show != nullptr && newest->pieces == cover.show->pieces &&
                      newest->index == cover.show->index;
    if (!same) {
      cover.pinned.reset();
      cover.hovered.reset();
      cover.zoom = 1;
      cover.shift = {};
    }
    cover.show = std::move(newest);
    if (cover.show != nullptr && cover.show->times != nullptr) take_times(cover.replay, *cover.show->times);
  }
  cover.table = cover.tasks->table.newest();
  if (cover.table != nullptr && cover.table->of.workload != state.workload) cover.table = nullptr;
  cover.busy = cover.tasks->show.busy() || cover.tasks->table.busy() || waits_for_trace(state) ||
               (cover.measuring != nullptr && cover.measuring->busy());
  cover.missing = cover.tasks->show.failure();
  if (cover.missing.empty()) cover.missing = cover.tasks->table.failure();
  if (cover.missing.empty()) cover.missing = missing_of(state);
  if (waits_for_trace(state)) {
    cover.replay.last_s = state.now_s;
  } else {
    advance(cover.replay, state.now_s);
  }
}

}  // namespace heteroscope
