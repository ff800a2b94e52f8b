#include "app/window/panels/scene_row.hpp"

#include <array>
#include <optional>
#include <string>

#include "app/window/picture/panes.hpp"
#include "app/window/session/switching.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/color/palette.hpp"
#include "core/io/settings_json.hpp"

namespace heteroscope {
namespace {

/// The values are what choosing the scene would make of them.
bool shows(const Values& values, const Workload& workload, const Scene& scene, Size size) {
  Values chosen = values;
  apply_scene(chosen, workload, scene, size);
  return chosen == values;
}

/// Problem and look of a kept view; how it is computed stays.
void choose(State& state, const OwnView& view) {
  const Failure failed = attempt([&] {
    Settings next = settings_from_json(view.settings, view.name, state.catalog);
    next.execution = state.settings.execution;
    next.problem.size = state.settings.problem.size;
    state.chosen = std::move(next);
  });
  if (failed) state.toasts.fail(failed.line, state.now_s);
}

void keep(State& state, const std::string& name) {
  Settings view = state.settings;
  view.execution = default_settings(*state.workload).execution;
  const Failure failed = attempt([&] {
    std::size_t bytes = 0;
    for (const OwnView& each : state.own_views) bytes += each.settings.size();
    if (bytes > most_own_view_bytes)
      throw BadInput("the views that were kept take more than 16 MiB: drop one first (those with paint are large)");
    OwnView made{name, std::string(state.workload->id), to_json(view, state.catalog)};
    std::erase_if(state.own_views,
                  [&](const OwnView& each) { return each.name == name && each.workload == made.workload; });
    state.own_views.push_back(std::move(made));
  });
  if (failed) state.toasts.fail(failed.line, state.now_s);
  if (state.own_views.size() > most_own_views) state.own_views.erase(state.own_views.begin());
}

/// Those that were kept, each with a button that drops it, and a field that keeps the present one.
void own_views(State& state) {
  std::optional<OwnView> dropped;
  ImGui::Separator();
  for (const OwnView& each : state.own_views) {
    if (each.workload != state.workload->id) continue;
    ImGui::PushID(each.name.c_str());
    const float drop = ImGui::CalcTextSize("×").x + state.units(16);
    if (ImGui::Selectable(each.name.c_str(), false, 0, {ImGui::GetContentRegionAvail().x - drop, 0}))
      choose(state, each);
    ImGui::SameLine();
    if (ImGui::SmallButton("×")) dropped = each;
    help(state, "Drops this view.");
    ImGui::PopID();
  }
  if (dropped) std::erase(state.own_views, *dropped);
  static constexpr std::size_t longest = 60;
  std::array<char, longest> name{};
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##keep", "keep this one: a name, Enter", name.data(), name.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue) &&
      name.front() != '\0') {
    keep(state, name.data());
    ImGui::CloseCurrentPopup();
  }
}

}  // namespace

void scene_row(State& state, const Workload& workload, Values& values) {
  const bool own = &workload == state.workload;
  if (workload.scenes.size() < 2 && !own) return;
  row(state, workload.navigation ? "Saved view" : "Preset");
  const Size size = pane_area(state, Pane::picture).size;
  const Scene* present = nullptr;
  for (const Scene& scene : workload.scenes) {
    if (shows(values, workload, scene, size)) present = &scene;
  }
  const std::string label(present == nullptr ? "your own" : present->label);
  if (begin_combo(state, "##scene", label, ImGuiComboFlags_HeightLarge)) {
    for (const Scene& scene : workload.scenes) {
      const std::string name(scene.label);
      if (!choice(state, name.c_str(), &scene == present, {}, "")) continue;
      if (workload.navigation) state.views.leave(shown_view(state), state.now_s);
      const Look before = natural_look(state.settings, state.catalog);
      apply_scene(values, workload, scene, size);
      follow_look(state.settings, before, state.catalog);
    }
    if (own) own_views(state);
    ImGui::EndCombo();
  }
  help(state, workload.navigation ? "Views that are worth a look; the first is where the program starts."
                                  : "Sets of parameters that are worth a look.");
}

}  // namespace heteroscope
