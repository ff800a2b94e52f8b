#include "app/window/features/views/views_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/views/scene_row.hpp"
#include "app/window/features/views/view_file.hpp"
#include "app/window/features/views/visit.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/icon_button.hpp"
#include "app/window/widgets/thumbnail_image.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr double window_units = 420;
constexpr double picture_units = 76;
constexpr double gap_units = 4;

float entry_height(const Ui& ui) {
  return 2 * ImGui::GetFrameHeight() + ui.units(gap_units);
}

/// Returns a view's description, as far as it is known: "2.5e-50 wide, max iterations 100,000".
std::string about_text(const ViewAbout& about) {
  std::string out = about.width.empty() ? "" : about.width + " wide";
  if (!about.detail.empty()) out += fmt::format(", {} {}", about.of, about.detail);
  return out;
}

bool text_button(const Ui& ui, const char* label, float width, const std::string& what,
                 const std::string& why_not = {}) {
  ImGui::BeginDisabled(!why_not.empty());
  const bool pressed = wide_button(label, width);
  ImGui::EndDisabled();
  help(ui, why_not.empty() ? what : why_not);
  return pressed;
}

bool is_of(const WindowModel& model, const OwnView& view) {
  return view.workload == model.workload->id;
}

std::string no_location(const Window& window) {
  const bool any = view_target(window.model.settings(), window.model.catalog).owner != nullptr;
  return any ? "" : "this view has no coordinates to copy";
}

std::string no_views(const Window& window) {
  return window.model.workload->scenes.empty() ? "it has no saved views" : "";
}

void copy_location(const Window& window) {
  const std::string text = location_text(window.model.settings(), window.model.catalog);
  ImGui::SetClipboardText(text.c_str());
  window.ui.say("Copied: " + text);
}

}  // namespace

void ViewsFeature::open(const Window& window) {
  OpenedFeature::open(window);
  name_ = {};
  asks_for_name_ = true;
}

void ViewsFeature::close() {
  OpenedFeature::close();
  renamed_.reset();
}

void ViewsFeature::heading(Ui& ui) {
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Saved views");
  ImGui::PopFont();
  const float close = ui.units(54);
  const float icons = 2 * ui.units(34 + gap_units);
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - close - icons);
  OwnViews& views = kept_.list;
  if (icon_button(ui, "##back", Icon::undo, "Undoes the last change of this list.",
                  views.can_go_back() ? "" : "nothing has been changed yet")) {
    renamed_.reset();
    views.back();
  }
  if (icon_button(ui, "##forth", Icon::redo, "Redoes the change that was undone.",
                  views.can_go_forth() ? "" : "nothing has been undone")) {
    renamed_.reset();
    views.forth();
  }
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_views);
  help(ui, "Closes this list.", action::toggle_views);
}

void ViewsFeature::keep_row(Ui& ui, WindowModel& model) {
  const float button = ui.units(64);
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - button - ui.units(gap_units));
  if (std::exchange(asks_for_name_, false)) ImGui::SetKeyboardFocusHere();
  bool keep = ImGui::InputTextWithHint("##name", "a name for what is shown now", name_.data(), name_.size(),
                                       ImGuiInputTextFlags_EnterReturnsTrue);
  ImGui::SameLine(0, ui.units(gap_units));
  const bool named = name_.front() != '\0';
  if (text_button(ui, "Keep", button, "Keeps its place, colors and limit, but not how it is computed.",
                  named ? "" : "Type a name first."))
    keep = true;
  if (!keep || !named) return;
  keep_view(ui, model, kept_.list, name_.data());
  name_ = {};
}

/// Draws a field in place of the name that is changed. Enter and a click elsewhere apply it, Esc does not.
void ViewsFeature::name_field(Ui& ui, float width) {
  RenamedView& now = *renamed_;
  ImGui::SetNextItemWidth(width);
  if (!now.begun) ImGui::SetKeyboardFocusHere();
  bool taken = ImGui::InputText("##rename", now.name.data(), now.name.size(), ImGuiInputTextFlags_EnterReturnsTrue);
  const bool active = ImGui::IsItemActive();
  const bool left = now.begun && !active;
  now.begun = now.begun || active;
  if (!taken && !left) return;
  const bool given_up = key_pressed(ImGuiKey_Escape);
  const std::size_t view = now.view;
  const std::string name = now.name.data();
  renamed_.reset();
  if (given_up || name.empty()) return;
  const Failure failed = attempt([&] { kept_.list.rename(view, name); });
  if (failed) ui.fail(failed.line);
}

void ViewsFeature::entry_buttons(Ui& ui, std::size_t i, float width) {
  OwnViews& views = kept_.list;
  const float gap = ui.units(gap_units);
  const float beside = width - ImGui::GetFrameHeight() - gap;
  const std::string name = views.all()[i].name;
  ImGui::BeginGroup();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {gap, gap});
  const bool up = ImGui::ArrowButton("##up", ImGuiDir_Up);
  help(ui, "Moves it up.");
  ImGui::SameLine();
  const bool rename = text_button(ui, "Rename", beside, "Gives it another name.");
  const bool down = ImGui::ArrowButton("##down", ImGuiDir_Down);
  help(ui, "Moves it down.");
  ImGui::SameLine();
  const bool remove =
      text_button(ui, "Remove", beside, "Removes it from this list; the undo arrow above brings it back.");
  ImGui::PopStyleVar();
  ImGui::EndGroup();
  if (rename) {
    renamed_.emplace();
    renamed_->view = i;
    name.copy(renamed_->name.data(), renamed_->name.size() - 1);
  } else if (up || down || remove) {
    renamed_.reset();
  }
  if (up) views.move_up(i);
  if (down) views.move_down(i);
  if (!remove) return;
  views.remove(i);
  ui.say(fmt::format("Removed: {}", name));
}

/// Draws picture, name and description of a view as one button.
void ViewsFeature::entry(Ui& ui, WindowModel& model, std::size_t i) {
  const OwnView view = kept_.list.all()[i];
  const ViewAbout about = kept_.list.about()[i];
  const float buttons = ImGui::CalcTextSize("Remove").x + ui.units(20) + ImGui::GetFrameHeight() + ui.units(gap_units);
  const float height = entry_height(ui);
  const float width = ImGui::GetContentRegionAvail().x - buttons - ui.units(8);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float words = from.x + ui.units(picture_units + 10);
  const float room = from.x + width - words - ui.units(2);
  const bool renamed = renamed_ && renamed_->view == i;
  const bool present = !about.picture.empty() && about.picture == kept_.present;
  if (renamed) {
    ImGui::SetCursorScreenPos({words, from.y});
    name_field(ui, room);
    ImGui::SetCursorScreenPos({from.x + width, from.y});
  } else {
    if (ImGui::Selectable("##go", present, 0, {width, height})) choose_view(ui, model, view);
    if (shortened(view.name, room) != view.name) help(ui, view.name);
    ImGui::SameLine(0, 0);
    ImGui::SetCursorScreenPos({from.x + width, from.y});
  }
  const float pad = ui.units(2);
  thumbnail_image(ui, pictures_.all(), about.picture, {from.x + pad, from.y + pad},
                  {from.x + ui.units(picture_units), from.y + height - pad});
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float line = ImGui::GetFrameHeight();
  if (!renamed) {
    draw.AddText({words, from.y + (line - ImGui::GetTextLineHeight()) * 0.5F}, ui.theme().text,
                 shortened(view.name, room).c_str());
  }
  push_font(ui.fonts.small);
  const std::string facts = shortened(about_text(about), room);
  const float below = from.y + line + ui.units(gap_units);
  draw.AddText({words, below}, ui.theme().dim, facts.c_str());
  ImGui::PopFont();
  ImGui::SetCursorScreenPos({from.x + width + ui.units(8), from.y});
  entry_buttons(ui, i, buttons);
}

/// Draws the list and returns its height.
float ViewsFeature::list(Ui& ui, WindowModel& model, float height) {
  const auto& all = kept_.list.all();
  const auto count =
      static_cast<float>(std::ranges::count_if(all, [&](const OwnView& each) { return is_of(model, each); }));
  const float spacing = ui.units(8);
  const float wanted = count * (entry_height(ui) + spacing);
  const float least = 2 * entry_height(ui);
  const float shown = std::min(wanted, std::max(height - around_, least));
  ImGui::BeginChild("list", {0, shown});
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {ImGui::GetStyle().ItemSpacing.x, spacing});
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_of(model, all[i])) continue;
    ImGui::PushID(static_cast<int>(i));
    entry(ui, model, i);
    ImGui::PopID();
  }
  ImGui::PopStyleVar();
  ImGui::EndChild();
  return shown;
}

/// Draws the buttons that copy, paste, export and import.
void ViewsFeature::hand_on(const Window& window) {
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const ActionEntry& copy = window.ui.action_table->of(action::copy_location);
  const std::string why_not_copied = why_not(copy, window);
  const std::string why_not_exported = kept_.list.all().empty() ? "No views have been kept." : "";
  if (text_button(
          window.ui, "Copy location", half,
          with_keys(window.ui, "Copies center, width and limit, as `heteroscope render` takes them.", copy.action),
          why_not_copied.empty() ? "" : "Not now: " + why_not_copied + "."))
    window.ui.ask(copy.action);
  ImGui::SameLine();
  if (text_button(window.ui, "Paste location", half,
                  with_keys(window.ui, "Goes to the location that was copied.", action::paste)))
    window.ui.ask(action::paste);
  if (text_button(window.ui, "Export all", half, "Writes the saved views of all workloads into a file.",
                  why_not_exported)) {
    window.ui.files.push_back(
        {.stem = "heteroscope-views", .extension = ".json", .make = made_of(view_file(kept_.list.all()))});
  }
  ImGui::SameLine();
  if (text_button(window.ui, "Import…", half,
                  with_keys(window.ui,
                            "Opens an exported file and adds its views behind these. Or drop the file on the window.",
                            action::open)))
    window.ui.ask(action::open);
}

void ViewsFeature::body(const Window& window, float height) {
  heading(window.ui);
  keep_row(window.ui, window.model);
  ImGui::Separator();
  const auto& all = kept_.list.all();
  const auto here = std::ranges::count_if(all, [&](const OwnView& each) { return is_of(window.model, each); });
  float shown = 0;
  if (here == 0) {
    colored_words(window.ui.theme().dim,
                  "No views of this workload are kept yet. Type a name and press Enter to keep what is shown: its "
                  "place, colors and limit. A click on a view goes back to it.");
  } else {
    shown = list(window.ui, window.model, height);
  }
  const auto others = static_cast<std::ptrdiff_t>(all.size()) - here;
  if (others > 0) {
    colored_words(window.ui.theme().dim,
                  fmt::format("{} more {} of other workloads.", others, others == 1 ? "is" : "are"));
  }
  ImGui::Separator();
  hand_on(window);
  around_ = ImGui::GetCursorPosY() + ImGui::GetStyle().WindowPadding.y - shown;
}

void ViewsFeature::overlay(const Window& window, OverlaySpace& space) {
  pictures_.want(is_open());
  if (!is_open()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float margin = window.ui.units(10);
  const float width = std::min(display.x - 2 * margin, window.ui.units(window_units));
  const float top = std::max(space.free.from.y, 0.0F) + margin;
  const float right = std::max(space.picture.to.x - margin, width + margin);
  // messages stay beside the list if there is room
  if (right - width - space.free.from.x > window.ui.units(240)) space.free.to.x = right - width;
  const PagePlace place{.at = {right, top}, .pivot = {1, 0}, .top = top};
  const float height = place_fitted(space, "##views", place, {width, 0}, {width, space.room.to.y - top});
  const ImGuiWindowFlags flags =
      notice_flags & ~(ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoFocusOnAppearing);
  if (const OverlayWindow page(window.ui, space, "##views", flags); page) body(window, height);
}

void ViewsFeature::offer(const Window& window, std::vector<Offer>& to) {
  const Workload& workload = *window.model.workload;
  for (const Scene& scene : workload.scenes) {
    const auto take = [&workload, &scene](const Window& taking) {
      const Edit edit = taking.model.edit();
      go_to_scene(taking, workload, edit->problem.parameters, scene);
    };
    to.push_back({std::string(scene.label), workload.navigation ? "saved view" : "preset", {}, take});
  }
  for (const OwnView& each : kept_.list.all()) {
    if (!is_of(window.model, each)) continue;
    to.push_back({each.name, "your own view", {}, [view = each](const Window& taking) {
                    choose_view(taking.ui, taking.model, view);
                  }});
  }
}

std::vector<ActionEntry> ViewsFeature::actions() {
  return {
      {opened_by(),
       "saved views: keep this one, go to others, export and import them",
       {with_control(GLFW_KEY_D, "Ctrl + D")},
       nullptr,
       nullptr,
       true},
      {Action("next_view"),
       "the next saved view",
       {pressed(GLFW_KEY_PAGE_DOWN, "Page down")},
       [this](const Window& window) { step_view(window, kept_, 1); },
       no_views},
      {Action("previous_view"),
       "the previous saved view",
       {pressed(GLFW_KEY_PAGE_UP, "Page up")},
       [this](const Window& window) { step_view(window, kept_, -1); },
       no_views},
      {action::copy_location,
       "copy this location, for the command line or for someone else",
       {with_control_and_shift(GLFW_KEY_L, "Ctrl + Shift + L")},
       copy_location,
       no_location},
  };
}

}  // namespace heteroscope
