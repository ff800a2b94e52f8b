#include <memory>

#include "app/window/features/scope/task.hpp"
#include "app/window/model/scope/scope_replay.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/tour/tour.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

constexpr int side = 96;  // cells

/// Returns the first variant whose block mapping has several launches at these settings; else the last one.
std::string variant_of_launches(const Settings& settings, const Workload& workload) {
  const std::any parameters = workload.bind(settings.problem.parameters);
  const Extent output =
      workload.output == nullptr
          ? Extent{.size = settings.problem.size, .precision = settings.problem.precision, .domain = Domain::whole}
          : workload.output(parameters, settings.problem.size, settings.problem.precision);
  for (const MappedVariant& each : workload.block_mappings->variants) {
    const BlockShape block = block_of(each, settings.execution.block);
    if (each.make(parameters, output, output.size.height, block).grids.size() > 1) return std::string(each.variant);
  }
  return std::string(workload.block_mappings->variants.back().variant);
}

/// Returns a block near the middle of the shown mapping that computes something.
std::optional<std::int64_t> busy_block(const ScopeShow& show) {
  if (show.index == nullptr) return std::nullopt;
  for (std::int64_t block = 2 * show.index->blocks() / 3; block < show.index->blocks(); ++block) {
    if (show.index->busy[static_cast<std::size_t>(block)] > 0) return block;
  }
  return std::nullopt;
}

/// Sets the defaults with so few blocks that they can be counted, and the other values of a scene with that side.
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

void choose(WindowModel& model, const Workload& workload, const std::string& variant) {
  model.edit()->execution.variants[std::string(workload.stages.back().id)].gpu = variant;
}

constexpr int large_side = 1024;  // blocks

/// Sets blocks of 4 × 4 cells and a side of `large_side` blocks.
void make_large(Settings& settings, const Parameter& size) {
  constexpr int block = 4;
  settings.execution.block = {block, block};
  settings.problem.parameters[std::string(size.id)] = block * large_side;
}

}  // namespace

/// Adds steps with a million blocks, replayed while the picture is dragged.
void Tour::add_many_blocks(const Workload& workload) {
  const Parameter* const size = workload.size_parameter(default_settings(workload).problem.parameters);
  if (size == nullptr) return;
  const auto before = std::make_shared<Settings>();
  const std::string name = std::string(workload.id) + "-million";
  add(
      name,
      [&workload, size, before](App& a) {
        Ui& ui = a.ui();
        WindowModel& model = a.model();
        *before = model.settings();
        leave(model.scope.replay);
        model.scope.as_computed = false;
        ui.preferences.scope_color = TraceColor::block;
        choose(model, workload, std::string(workload.block_mappings->variants.front().variant));
        make_large(*model.edit(), *size);
      },
      false);
  steps_.back().until = [](const App& a) {
    const auto& show = a.model().scope.show;
    return show != nullptr && show->index != nullptr && show->index->blocks() >= std::int64_t{large_side} * large_side;
  };
  add(name, [](App& a) {
    ScopeReplay& replay = a.model().scope.replay;
    a.ui().preferences.replay_s = longest_replay_s;
    toggle_playing(replay, a.ui().now_s);
  });
  add_hand(name + "-replay", "a million blocks, replayed");
  add(
      name,
      [before](App& a) {
        leave(a.model().scope.replay);
        a.act(action::fit);  // after the drag, small results would be far away
        a.model().chosen = *before;
      },
      false);
}

/// Adds steps for the workloads whose block mappings can be shown.
void Tour::add_mappings(const App& app) {
  bool any = false;
  const bool gpu = device::facts().available;
  for (const Workload* each : app.model().catalog) {
    if (!each->block_mappings) continue;
    any = true;
    const std::string name = std::string(each->id) + "-mapping";
    add(
        name,
        [each, gpu](App& a) {
          Ui& ui = a.ui();
          WindowModel& model = a.model();
          Settings next = with_workload(model.settings(), *each, model.sources, model.catalog);
          make_small(next, *each);
          next.execution.block = {8, 8};
          next.execution.processor = gpu ? Processor::gpu : Processor::cpu;
          next.execution.variants[std::string(each->stages.back().id)].gpu =
              each->block_mappings->variants.front().variant;
          model.comparison.turn_off();
          model.chosen = std::move(next);
          model.scope.shown = false;
          model.scope.as_computed = false;
          ui.preferences.scope_color = TraceColor::block;
          model.running = false;
        },
        false);
    steps_.back().until = [each](const App& a) { return a.view().frame->plan.workload == each; };
    add(
        name, [](App& a) { a.act(action::toggle_scope); }, false);
    steps_.back().until = [](const App& a) { return a.model().scope.show != nullptr; };
    add(name, [](App& a) { a.model().scope.pinned = busy_block(*a.model().scope.show); });
    for (const MappedVariant& variant : each->block_mappings->variants) {
      const std::string id(variant.variant);
      add(std::string(name).append("-").append(id), [each, id](App& a) { choose(a.model(), *each, id); });
    }
    add(name + "-launches", [each](App& a) {
      Ui& ui = a.ui();
      WindowModel& model = a.model();
      choose(model, *each, variant_of_launches(model.settings(), *each));
      ui.preferences.scope_color = TraceColor::launch;
    });
    add(name + "-replay", [](App& a) {
      ScopeReplay& replay = a.model().scope.replay;
      replay.touched = true;
      replay.time = replay.span / 2;
    });
    for (const TraceColor color : {TraceColor::start, TraceColor::processor}) {
      add(name + "-" + std::string(id_of(color)), [color, gpu](App& a) {
        Ui& ui = a.ui();
        WindowModel& model = a.model();
        leave(model.scope.replay);
        model.scope.as_computed = !gpu;  // without a GPU the traced frame is shown
        ui.preferences.scope_color = color;
      });
    }
    add_many_blocks(*each);
    if (gpu) add(name + "-split", [](App& a) { a.model().edit()->execution.processor = Processor::split; });
    add(name + "-light", [](App& a) {
      Ui& ui = a.ui();
      WindowModel& model = a.model();
      model.scope.as_computed = false;
      ui.preferences.scope_color = TraceColor::block;
      ui.preferences.theme = ThemeKind::light;
    });
  }
  if (!any) return;
  add(
      "uncovered",
      [workload = app.model().workload](App& a) {
        Ui& ui = a.ui();
        WindowModel& model = a.model();
        ui.preferences.theme = ThemeKind::dark;
        model.scope.shown = false;
        Settings next = with_workload(model.settings(), *workload, model.sources, model.catalog);
        next.execution.block = {};
        next.execution.processor = device::facts().available ? Processor::gpu : Processor::cpu;
        model.chosen = std::move(next);
      },
      false);
}

}  // namespace heteroscope
