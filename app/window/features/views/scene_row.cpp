#include "app/window/features/views/scene_row.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/features/views/visit.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/picture/panes.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/settings/looks.hpp"

namespace heteroscope {
namespace {

/// Returns whether the values are those that choosing the scene would set.
bool shows(const Values& values, const Workload& workload, const Scene& scene, Size size) {
  Values chosen = values;
  apply_scene(chosen, workload, scene, size);
  return chosen == values;
}

/// An entry of the list: its name, and the words at its right.
struct Entry {
  std::string name;
  std::string beside;
};

constexpr double apart_units = 24;

float width_of(const Ui& ui, const Entry& entry) {
  const float beside = entry.beside.empty() ? 0 : ui.units(apart_units) + text_size(entry.beside).x;
  return text_size(entry.name).x + beside;
}

/// Returns the name, shortened to the room for it.
std::string fitting_name(const Ui& ui, const Entry& entry) {
  const float room = ImGui::GetContentRegionAvail().x;
  return shortened(entry.name, room - width_of(ui, {{}, entry.beside}) - ui.units(2));
}

/// Draws words at the right of the last item.
void beside_item(const Ui& ui, const std::string& words) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  const float middle = (ImGui::GetItemRectMin().y + ImGui::GetItemRectMax().y) * 0.5F;
  ImGui::GetWindowDrawList()->AddText({right - text_size(words).x, middle - ImGui::GetTextLineHeight() * 0.5F},
                                      ui.theme().dim, words.c_str());
}

/// Returns a scene's width and limit, as far as the scene sets them: "2.5e-50, 100,000".
std::string scene_about(const Workload& workload, const Scene& scene) {
  if (!workload.navigation) return {};
  const auto value = [&](std::string_view id) {
    const auto found = scene.values.find(id);
    return found == scene.values.end() ? nullptr : &found->second;
  };
  const Value* const span = value(workload.navigation->span);
  const Value* const detail = value(workload.navigation->detail);
  std::string out = span == nullptr ? "" : width_text(span->decimal());
  if (detail != nullptr)
    out += (out.empty() ? "" : ", ") + format_count(static_cast<std::int64_t>(static_cast<double>(*detail)));
  return out;
}

Entry entry_of_scene(const Workload& workload, const Scene& scene) {
  return {std::string(scene.label), scene_about(workload, scene)};
}

Entry entry_of_own(const OwnViews& views, std::size_t i) {
  const ViewAbout& about = views.about()[i];
  return {views.all()[i].name, about.width.empty() ? "" : about.width + ", " + about.detail};
}

/// Returns the places in the list of a workload's views.
std::vector<std::size_t> listed(const OwnViews& views, const Workload& workload) {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < views.all().size(); ++i) {
    if (views.all()[i].workload == workload.id) out.push_back(i);
  }
  return out;
}

/// Sets the list's width so that all is visible, or the longest names as far as there is room.
void place_list(const Ui& ui, const Workload& workload, const OwnViews* own) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  float widest = 0;
  for (const Scene& each : workload.scenes) widest = std::max(widest, width_of(ui, entry_of_scene(workload, each)));
  if (own != nullptr) {
    for (const std::size_t i : listed(*own, workload)) widest = std::max(widest, width_of(ui, entry_of_own(*own, i)));
  }
  const float beside = 2 * ImGui::GetStyle().WindowPadding.x + ImGui::GetStyle().ScrollbarSize + ui.units(2);
  const float most = std::min(ui.units(440), display.x * 0.9F);
  ImGui::SetNextWindowSizeConstraints({std::min(widest + beside, most), 0}, {most, display.y * 0.8F});
}

/// Returns the name of the present scene or kept view, if it is one.
std::string present_name(const KeptViews* own, const Scene* scene) {
  if (scene != nullptr) return std::string(scene->label);
  if (own == nullptr || own->present.empty()) return "your own";
  for (std::size_t i = 0; i < own->list.all().size(); ++i) {
    if (own->list.about()[i].picture == own->present) return own->list.all()[i].name;
  }
  return "your own";
}

/// Returns the scene that has these values, as it was chosen for the picture's pane or for all of the area; null: none
/// has.
const Scene* present_scene(const Window& window, const Workload& workload, const Values& values) {
  const Size pane = pane_area(window, Pane::picture).size;
  const Size whole = window.view.area.size;
  const Scene* out = nullptr;
  for (const Scene& scene : workload.scenes) {
    if (shows(values, workload, scene, pane) || shows(values, workload, scene, whole)) out = &scene;
  }
  return out;
}

/// Draws the kept views with their width and limit, and a field that keeps the present one.
void own_views(Ui& ui, WindowModel& model, OwnViews& views) {
  ImGui::Separator();
  for (const std::size_t i : listed(views, *model.workload)) {
    const Entry entry = entry_of_own(views, i);
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(fitting_name(ui, entry).c_str())) choose_view(ui, model, views.all()[i]);
    beside_item(ui, entry.beside);
    ImGui::PopID();
  }
  std::array<char, longest_view_name + 1> name{};
  ImGui::SetNextItemWidth(-1);
  if (ImGui::InputTextWithHint("##keep", "keep this view: name, Enter", name.data(), name.size(),
                               ImGuiInputTextFlags_EnterReturnsTrue) &&
      name.front() != '\0') {
    keep_view(ui, model, views, name.data());
    ImGui::CloseCurrentPopup();
  }
  if (ImGui::Selectable("All your views, with pictures…")) ui.ask(action::toggle_views);
  help(ui, "Rename, order, remove, export and import them.", action::toggle_views);
}

}  // namespace

void go_to_scene(const Window& window, const Workload& workload, Values& values, const Scene& scene) {
  if (workload.navigation) window.model.views.leave(left_view(window), window.ui.now_s);
  const Look before = natural_look(window.model.settings(), window.model.catalog);
  apply_scene(values, workload, scene, pane_area(window, Pane::picture).size);
  window.model.limit.returned = true;
  window.model.limit.by_hand = false;
  follow_look(*window.model.edit(), before, window.model.catalog);
}

void scene_row(const Window& window, const Workload& workload, Values& values, KeptViews& kept) {
  KeptViews* const own = &workload == window.model.workload ? &kept : nullptr;
  if (workload.scenes.size() < 2 && own == nullptr) return;
  row(window.ui, workload.navigation ? "Saved view" : "Preset");
  const Scene* const present = present_scene(window, workload, values);
  place_list(window.ui, workload, own == nullptr ? nullptr : &own->list);
  if (begin_combo(window.ui, "##scene", present_name(own, present), ImGuiComboFlags_HeightLarge)) {
    for (const Scene& scene : workload.scenes) {
      const Entry entry = entry_of_scene(workload, scene);
      const bool chosen = choice(window.ui, fitting_name(window.ui, entry).c_str(), &scene == present, {}, "");
      beside_item(window.ui, entry.beside);
      if (chosen) go_to_scene(window, workload, values, scene);
    }
    if (own != nullptr) own_views(window.ui, window.model, own->list);
    ImGui::EndCombo();
  }
  help(window.ui, workload.navigation ? "Views that are worth a look; the first is where the program starts."
                                      : "Sets of parameters that are worth a look.");
}

void step_view(const Window& window, const KeptViews& kept, int by) {
  const Workload& workload = *window.model.workload;
  const Edit edit = window.model.edit();
  Values& values = edit->problem.parameters;
  const std::vector<std::size_t> own = listed(kept.list, workload);
  const auto scenes = static_cast<int>(workload.scenes.size());
  const int count = scenes + static_cast<int>(own.size());
  if (count == 0) return;
  int at = by > 0 ? -1 : count;  // from a view that is not in the list: the first, or the last
  if (const Scene* const present = present_scene(window, workload, values); present != nullptr) {
    at = static_cast<int>(present - workload.scenes.data());
  } else {
    for (std::size_t i = 0; i < own.size(); ++i) {
      if (!kept.present.empty() && kept.list.about()[own[i]].picture == kept.present) at = scenes + static_cast<int>(i);
    }
  }
  const int next = (at + by + count) % count;
  if (next < scenes) {
    const Scene& scene = workload.scenes[static_cast<std::size_t>(next)];
    go_to_scene(window, workload, values, scene);
    window.ui.say(std::string(scene.label));
  } else {
    choose_view(window.ui, window.model, kept.list.all()[own[static_cast<std::size_t>(next - scenes)]]);
  }
}

}  // namespace heteroscope
