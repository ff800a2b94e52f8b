#include <GLFW/glfw3.h>

#include <algorithm>
#include <cmath>

#include "app/window/features/study/study_feature.hpp"
#include "app/window/features/variants/variants_feature.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/tour/hand.hpp"
#include "app/window/tour/tour.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

/// Returns the pixel at which the view shows a point of the plane.
Point pixel_of(const Window& window, const PlanePoint& point) {
  const View view = shown_view(window);
  const Size area = window.view.area.size;
  const double up = view_target(window.model.settings(), window.model.catalog).y_up() ? 1 : -1;
  return {ratio(point.x - view.x, view.span) * area.width + area.width * 0.5,
          area.height * 0.5 - up * ratio(point.y - view.y, view.span) * area.width};
}

/// Returns the first saved view that is no benchmark; null if there is none.
const Scene* sight(const Workload& workload) {
  const auto found = std::ranges::find_if(workload.scenes, [](const Scene& each) { return !each.benchmark; });
  return found == workload.scenes.end() ? nullptr : &*found;
}

/// Returns the first saved view that is too narrow for doubles.
const Scene* deep_sight(const Workload& workload, const std::string& span) {
  constexpr double narrow = 1e-20;
  const auto found = std::ranges::find_if(workload.scenes, [&](const Scene& each) {
    const auto own = each.values.find(span);
    return own != each.values.end() && static_cast<double>(own->second) < narrow;
  });
  return found == workload.scenes.end() ? nullptr : &*found;
}

/// Zooms with the wheel to that saved view.
void zoom_to_sight(App& app) {
  const Window& window = app.window();
  Ui& ui = app.ui();
  WindowModel& model = app.model();
  const FrameView& view = app.view();
  const Scene* scene = sight(*model.workload);
  if (scene == nullptr || !model.workload->navigation) return;
  Settings there = model.settings();
  apply_scene(there, *model.workload, *scene);
  const View target = view_of(there, view_target(there, model.catalog));
  const double notches = std::round(std::log(ratio(target.span, shown_view(window).span)) / std::log(0.8));
  MouseEvent wheel = mouse(ui, view, MouseEvent::Kind::wheel, pixel_of(window, {target.x, target.y}));
  wheel.wheel = notches;
  app.push(wheel);
  const std::string detail(model.workload->navigation->detail);
  // The tour measures with the saved view's limit: one that follows the view may be so high that the plain loop takes
  // minutes for a picture.
  ui.preferences.automatic_limit = false;
  if (!detail.empty()) model.edit()->problem.parameters[detail] = there.problem.parameters[detail];
}

}  // namespace

void Tour::add(std::string name, std::function<void(App&)> act, bool picture) {
  steps_.push_back({std::move(name), std::move(act), picture, 1, nullptr});
}

void Tour::add_variants(const App& app, Processor side) {
  const WindowModel& model = app.model();
  const Stage& stage = model.workload->stages.front();
  const std::string stage_id(stage.id);
  const std::string usual(side == Processor::cpu ? stage.default_cpu : stage.default_gpu);
  const auto choose = [stage_id, side](const std::string& id) {
    return [stage_id, side, id](App& a) {
      const Edit edit = a.model().edit();
      StageChoice& choice = edit->execution.variants[stage_id];
      (side == Processor::cpu ? choice.cpu : choice.gpu) = id;
    };
  };
  for (const NamedVariant& each : stage.variants) {
    const std::string id(each.id);
    if (each.variant->processor != side || id == usual) continue;
    if (!refusal_of(each.id, *each.variant, model.settings(), device::facts()).empty()) continue;
    add(id, choose(id), each.id == stage.reference());
  }
  add(usual, choose(usual), false);
}

/// Adds steps for each image workload with the present view as its source, and for a filter beside its input.
void Tour::add_images(const App& app) {
  const auto choose = [](const Workload* workload) {
    return [workload](App& a) {
      WindowModel& model = a.model();
      model.comparison.turn_off();
      model.chosen = with_workload(model.settings(), *workload, model.sources, model.catalog);
    };
  };
  bool any = false;
  for (const Workload* each : app.model().catalog) {
    if (!each->image || each->iterates()) continue;
    any = true;
    const std::string name(each->id);
    add(name, choose(each));
    if (each->shape == Shape::stencil) {
      add(name + "-beside-input", [](App& a) { a.act(action::toggle_input); });
    }
  }
  if (any) add("back", choose(app.model().workload), false);
}

void Tour::add_painting(const std::string& name) {
  add(name + "-painted", [](App& a) {
    const Size area = a.view().area.size;
    drag(a, {area.width * 0.36, area.height * 0.3}, {area.width * 0.46, area.height * 0.25});
    drag(a, {area.width * 0.46, area.height * 0.25}, {area.width * 0.62, area.height * 0.34});
    drag(a, {area.width * 0.36, area.height * 0.72}, {area.width * 0.62, area.height * 0.76}, GLFW_MOD_SHIFT);
  });
  add(name + "-flowed", [](App& a) { a.model().edit()->problem.steps += 150; });
}

/// Adds steps for workloads that iterate, paused at chosen iterations.
void Tour::add_run(const App& app) {
  bool any = false;
  for (const Workload* each : app.model().catalog) {
    if (!can_be_painted(*each)) continue;
    any = true;
    const std::string name(each->id);
    const auto set = [each](auto&& change) {
      return [each, change](App& a) {
        WindowModel& model = a.model();
        Settings next = model.settings().problem.workload == each->id
                            ? model.settings()
                            : with_workload(model.settings(), *each, model.sources, model.catalog);
        model.comparison.turn_off();
        model.running = false;
        start_over(next);
        change(next);
        model.chosen = std::move(next);
      };
    };
    const auto scene = [each](Settings& settings, std::string_view id) {
      for (const Scene& one : each->scenes) {
        if (one.id == id) apply_scene(settings, *each, one);
      }
    };
    add(name, set([scene](Settings& s) { scene(s, "sine"); }));
    add(name + "-later", [](App& a) { a.model().edit()->problem.steps = 1000; });
    add(
        name + "-lines", [](App& a) { a.act(action::toggle_contours); }, false);
    add(name + "-contours", set([scene](Settings& s) {
          scene(s, "spot");
          s.problem.steps = 1000;
        }));
    add(
        name + "-no-lines", [](App& a) { a.act(action::toggle_contours); }, false);
    if (!each->settles()) add_painting(name);
    if (each->iteration()->limit != nullptr) {
      add(name + "-unstable", set([each, scene](Settings& s) {
            scene(s, "spot");
            const Limit limit = each->iteration()->limit(each->bind(s.problem.parameters));
            s.problem.parameters[std::string(limit.parameter)] = 1.2 * limit.value;
            s.problem.steps = 200;
          }));
    }
    if (each->study) {
      add(name + "-convergence", [](App& a) { a.act(action::toggle_study); });
      steps_.back().until = [](const App& a) { return a.features().of<StudyFeature>().result() != nullptr; };
    }
  }
  if (!any) return;
  add(
      "back-again",
      [workload = app.model().workload](App& a) {
        WindowModel& model = a.model();
        if (a.features().of<StudyFeature>().is_open()) a.act(action::toggle_study);
        model.chosen = with_workload(model.settings(), *workload, model.sources, model.catalog);
      },
      false);
}

/// Adds steps for a view deeper than doubles, dragged while further samples of it are computed; none if there is no
/// such view.
void Tour::add_deep(const App& app) {
  const WindowModel& model = app.model();
  if (!model.workload->navigation) return;
  const std::string span(model.workload->navigation->span);
  const Scene* const scene = deep_sight(*model.workload, span);
  if (scene == nullptr) return;
  const auto before = std::make_shared<Settings>();
  add("deep", [scene, before](App& a) {
    WindowModel& its = a.model();
    *before = its.settings();
    const Look natural = natural_look(its.settings(), its.catalog);
    apply_scene(*its.edit(), *its.workload, *scene);
    follow_look(*its.edit(), natural, its.catalog);
  });
  add_sampled_dragging("a deep view, ");
  add(
      "shallow-again", [before](App& a) { *a.model().edit() = *before; }, false);
}

void Tour::plan_steps(const App& app) {
  const bool gpu = device::facts().available;
  const auto processor = [](Processor which) {
    return [which](App& a) { a.model().edit()->execution.processor = which; };
  };
  add("start", [](App&) {});
  add("zoom", zoom_to_sight);
  add("pan", [](App& a) {
    const Size area = a.view().area.size;
    drag(a, {area.width * 0.6, area.height * 0.6}, {area.width * 0.45, area.height * 0.5});
  });
  add_dragging(app);
  add_sampled_dragging("");
  add_variants(app, Processor::cpu);
  add("variants", [](App& a) { a.act(action::toggle_variants); });
  steps_.back().until = [](const App& a) { return !a.features().of<VariantsFeature>().task().running(); };
  add(
      "variants-closed", [](App& a) { a.act(action::toggle_variants); }, false);
  if (gpu) {
    add("gpu", processor(Processor::gpu));
    add_variants(app, Processor::gpu);
    add("split", processor(Processor::split));
    add("split-80", [](App& a) { a.model().edit()->execution.shares = {0.8}; });
    add("gpu-again", processor(Processor::gpu), false);
    add_deep(app);
  }
  add("diff", [](App& a) { a.act(action::cycle_compare); });
  add("diff-fp32", [](App& a) {
    a.act(action::keep);
    a.model().edit()->problem.precision = Precision::fp32;
    a.model().comparison.with = CompareWith::kept;
    a.model().comparison.style = CompareStyle::heat;
  });
  add("wipe", [](App& a) { a.model().comparison.style = CompareStyle::wipe; });
  add_images(app);
  add_scope(app);
  add_run(app);
  add_moving(app);
  add_mappings(app);
  add("run", [](App& a) {
    a.model().comparison.turn_off();
    a.act(action::toggle_run);
  });
  steps_.back().frames = 60;
  add("light", [](App& a) { a.ui().preferences.theme = ThemeKind::light; });
  add("keys", [](App& a) {
    a.ui().preferences.theme = ThemeKind::dark;
    a.act(action::toggle_keys);
  });
  add("panels-hidden", [](App& a) {
    a.act(action::toggle_keys);
    a.act(action::toggle_panels);
  });
}

}  // namespace heteroscope
