#include <memory>

#include "app/window/features/scope/task.hpp"
#include "app/window/model/cover/cover_replay.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/tour/tour.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

constexpr int side = 96;  // cells

/// Of these settings, the first variant that covers the result with several launches; else the last one.
std::string variant_of_launches(const Settings& settings, const Workload& workload) {
  const std::any parameters = workload.bind(settings.problem.parameters);
  const Extent output =
      workload.output == nullptr
          ? Extent{.size = settings.problem.size, .precision = settings.problem.precision, .domain = Domain::whole}
          : workload.output(parameters, settings.problem.size, settings.problem.precision);
  for (const CoveringVariant& each : workload.covers->variants) {
    const BlockShape block = block_of(each, settings.execution.block);
    if (each.make(parameters, output, output.size.height, block).grids.size() > 1) return std::string(each.variant);
  }
  return std::string(workload.covers->variants.back().variant);
}

/// Of the shown cover: a block from its middle that computes something.
std::optional<std::int64_t> busy_block(const CoverShow& show) {
  if (show.index == nullptr) return std::nullopt;
  for (std::int64_t block = 2 * show.index->blocks() / 3; block < show.index->blocks(); ++block) {
    if (show.index->busy[static_cast<std::size_t>(block)] > 0) return block;
  }
  return std::nullopt;
}

/// The defaults with blocks that can be counted, and what a scene of that side has beside it.
void make_small(Settings& settings, const Workload& workload) {
  settings.problem.parameters = default_settings(workload).problem.parameters;
  const Parameter* size = workload.size_parameter(settings.problem.parameters);
  if (size == nullptr) return;
  settings.problem.parameters[std::string(size->id)] = side;
  for (const Scene& each : workload.scenes) {
    const auto own = each.values.find(size->id);
    if (own != each.values.end() && own->second == side) apply_scene(settings, workload, each);
  }
}

void choose(State& state, const Workload& workload, const std::string& variant) {
  state.settings.execution.variants[std::string(workload.stages.back().id)].gpu = variant;
}

constexpr int large_side = 1024;  // blocks

/// Blocks of 4 × 4 cells, and a side of `large_side` of them.
void make_large(Settings& settings, const Parameter& size) {
  constexpr int block = 4;
  settings.execution.block = {block, block};
  settings.problem.parameters[std::string(size.id)] = block * large_side;
}

}  // namespace

/// A million blocks while they are replayed and the picture is dragged.
void Tour::add_many_blocks(const Workload& workload) {
  const Parameter* const size = workload.size_parameter(default_settings(workload).problem.parameters);
  if (size == nullptr) return;
  const auto before = std::make_shared<Settings>();
  const std::string name = std::string(workload.id) + "-million";
  add(
      name,
      [&workload, size, before](App& a) {
        State& state = a.state();
        *before = state.settings;
        leave(state.cover.replay);
        state.cover.as_computed = false;
        state.preferences.cover_color = TraceColor::block;
        choose(state, workload, std::string(workload.covers->variants.front().variant));
        make_large(state.settings, *size);
      },
      false);
  steps_.back().until = [](const App& a) {
    const auto& show = a.state().cover.show;
    return show != nullptr && show->index != nullptr && show->index->blocks() >= std::int64_t{large_side} * large_side;
  };
  add(name, [](App& a) {
    CoverReplay& replay = a.state().cover.replay;
    replay.seconds = longest_replay_s;
    toggle_playing(replay, a.state().now_s);
  });
  add_hand(name + "-replay", "a million blocks, replayed");
  add(
      name,
      [before](App& a) {
        leave(a.state().cover.replay);
        a.act(action::fit);  // where the hand let go, small results would be far away
        a.state().chosen = *before;
      },
      false);
}

/// Workloads whose blocks can be shown.
void Tour::add_covers(const App& app) {
  bool any = false;
  const bool gpu = device::facts().available;
  for (const Workload* each : app.state().catalog) {
    if (!each->covers) continue;
    any = true;
    const std::string name = std::string(each->id) + "-cover";
    add(
        name,
        [each, gpu](App& a) {
          State& state = a.state();
          Settings next = with_workload(state.settings, *each, state.sources, state.catalog);
          make_small(next, *each);
          next.execution.block = {8, 8};
          next.execution.processor = gpu ? Processor::gpu : Processor::cpu;
          next.execution.variants[std::string(each->stages.back().id)].gpu = each->covers->variants.front().variant;
          state.comparison.turn_off();
          state.chosen = std::move(next);
          state.cover.shown = false;
          state.cover.as_computed = false;
          state.preferences.cover_color = TraceColor::block;
          state.running = false;
        },
        false);
    steps_.back().until = [each](const App& a) { return a.state().frame->plan.workload == each; };
    add(
        name, [](App& a) { a.act(action::toggle_cover); }, false);
    steps_.back().until = [](const App& a) { return a.state().cover.show != nullptr; };
    add(name, [](App& a) { a.state().cover.pinned = busy_block(*a.state().cover.show); });
    for (const CoveringVariant& variant : each->covers->variants) {
      const std::string id(variant.variant);
      add(std::string(name).append("-").append(id), [each, id](App& a) { choose(a.state(), *each, id); });
    }
    add(name + "-launches", [each](App& a) {
      State& state = a.state();
      choose(state, *each, variant_of_launches(state.settings, *each));
      state.preferences.cover_color = TraceColor::launch;
    });
    add(name + "-replay", [](App& a) {
      CoverReplay& replay = a.state().cover.replay;
      replay.touched = true;
      replay.time = replay.span / 2;
    });
    for (const TraceColor color : {TraceColor::start, TraceColor::processor}) {
      add(name + "-" + std::string(id_of(color)), [color, gpu](App& a) {
        State& state = a.state();
        leave(state.cover.replay);
        state.cover.as_computed = !gpu;  // what runs here
        state.preferences.cover_color = color;
      });
    }
    add_many_blocks(*each);
    if (gpu) add(name + "-split", [](App& a) { a.state().settings.execution.processor = Processor::split; });
    add(name + "-light", [](App& a) {
      State& state = a.state();
      state.cover.as_computed = false;
      state.preferences.cover_color = TraceColor::block;
      state.preferences.theme = ThemeKind::light;
    });
  }
  if (!any) return;
  add(
      "uncovered",
      [workload = app.state().workload](App& a) {
        State& state = a.state();
        state.preferences.theme = ThemeKind::dark;
        state.cover.shown = false;
        Settings next = with_workload(state.settings, *workload, state.sources, state.catalog);
        next.execution.block = {};
        next.execution.processor = device::facts().available ? Processor::gpu : Processor::cpu;
        state.chosen = std::move(next);
      },
      false);
}

}  // namespace heteroscope
