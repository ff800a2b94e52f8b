#include "app/window/features/welcome/welcome_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/widgets/thumbnail_image.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

struct Door {
  const char* title;
  const char* about;
  std::string_view picture;  ///< the id of the workload with that picture
  void (*enter)(const Window&);
};

void show(WindowModel& model, std::string_view id) {
  const Workload& workload = find_workload(model.catalog, id);
  if (&workload != model.workload)
    model.chosen = with_workload(model.settings(), workload, model.sources, model.catalog);
}

void welcome_look(const Window& window) {
  show(window.model, "mandelbrot");
  window.ui.say("Turn the wheel over the picture, drag it, or choose a place under Saved view");
}

void watch(const Window& window) {
  const Workload& heat = find_workload(window.model.catalog, "heat");
  window.model.chosen = with_workload(window.model.settings(), heat, window.model.sources, window.model.catalog);
  open_playing(window.model, heat);
  window.model.running = true;
  window.ui.say("Drag over the picture to paint heat; hold Shift to paint cold");
}

void welcome_compare(const Window& window) {
  show(window.model, "blur");
  if (window.model.comparison.with != CompareWith::input) toggle_input(window.model.comparison);
  window.ui.say("The source on the left, the result on the right; D compares with the reference");
}

void welcome_measure(const Window& window) {
  window.ui.ask(action::toggle_variants);
}

void open_something(Ui& ui) {
  ui.ask(action::open);
}

constexpr std::array<Door, 4> doors{{
    {"Look", "Zoom into a fractal, and see who computes which rows.", "mandelbrot", welcome_look},
    {"Watch", "Heat spreads step by step; paint more with the mouse.", "heat", watch},
    {"Compare", "A picture beside its source, its reference, or another one.", "blur", welcome_compare},
    {"Measure", "All variants of a problem, beside each other.", "triangle", welcome_measure},
}};

bool card(const Ui& ui, const ThumbnailIds& pictures, const Door& door, ImVec2 size) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushID(door.title);
  const bool taken = ImGui::InvisibleButton("##door", size);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = ui.theme();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  draw.AddRectFilled(from, to, faded(hovered ? theme.line : theme.frame, hovered ? 1.0F : 0.6F), ui.units(6));
  const float pad = ui.units(6);
  const float picture = size.y * 0.56F;
  thumbnail_image(ui, pictures, door.picture, {from.x + pad, from.y + pad}, {to.x - pad, from.y + picture});
  const float left = from.x + ui.units(10);
  const float wrap = size.x - ui.units(20);
  float y = from.y + picture + ui.units(6);
  ImFont& strong = *ui.fonts.strong;
  const float scale = ImGui::GetIO().FontGlobalScale;
  draw.AddText(&strong, loaded_size(strong) * scale, {left, y}, theme.text, door.title);
  y += loaded_size(strong) * scale + ui.units(3);
  ImFont& small = *ui.fonts.small;
  draw.AddText(&small, loaded_size(small) * scale, {left, y}, theme.dim, door.about, nullptr, wrap);
  return taken;
}

/// Draws the doors beside each other, or below each other if that would be too narrow. Returns the one that was chosen.
const Door* doors_to(const Ui& ui, const ThumbnailIds& pictures) {
  const float gap = ui.units(10);
  const auto count = static_cast<float>(doors.size());
  const float each = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
  const bool narrow = each < ui.units(130);
  const Door* out = nullptr;
  for (const Door& door : doors) {
    if (!narrow && &door != &doors.front()) ImGui::SameLine(0, gap);
    const bool taken = narrow ? thumbnail_line(ui, pictures, door.picture, door.title, door.about, false)
                              : card(ui, pictures, door, {each, ui.units(150)});
    if (taken) out = &door;
  }
  return out;
}

/// Draws the question, and buttons at its right or below it. True: the start page is to be closed.
bool heading(Ui& ui) {
  const char* const question = "What would you like to do?";
  const float left = ImGui::GetCursorPosX();
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  const float words = ImGui::CalcTextSize(question).x;
  ImGui::TextWrapped("%s", question);
  ImGui::PopFont();
  const float open = ImGui::CalcTextSize("Open …").x + ui.units(20);
  const float close = ImGui::CalcTextSize("Close").x + ui.units(20);
  const float buttons = ImGui::GetWindowContentRegionMax().x - open - close - ui.units(8);
  if (buttons > left + words + ui.units(8)) ImGui::SameLine(buttons);
  bool done = false;
  if (ImGui::Button("Open …", {open, 0})) {
    open_something(ui);
    done = true;
  }
  help(ui,
       "A picture as a source, a picture of this program, saved settings, a variant of your own, or a command line.",
       action::open);
  ImGui::SameLine(0, ui.units(8));
  if (ImGui::Button("Close", {close, 0})) done = true;
  help(ui, fmt::format("{} shows this again.", keys_of(ui, action::welcome)));
  return done;
}

/// Returns why the doors are not shown; empty if they may be: they close when a person opens something else.
std::string covered_by_others(const Window& window, Action self) {
  std::optional<Action> other;
  if (shows_scope(window.model)) other = action::toggle_scope;
  for (const Action each : window.ui.open) {
    if (each != self) other = each;
  }
  if (!other) return {};
  const ActionEntry& entry = window.ui.action_table->of(*other);
  return fmt::format("close first: {} ({})", name_of(entry), keys_of(entry));
}

}  // namespace

void WelcomeFeature::open(const Window& window) {
  OpenedFeature::open(window);
  wants_thumbnails_ = true;
}

void WelcomeFeature::overlay(const Window& window, OverlaySpace& space) {
  if (is_open() && !covered_by_others(window, opened_by()).empty()) close();
  // once it was closed, it is not shown at the next start
  if (std::exchange(was_open_, is_open()) && !is_open()) window.ui.preferences.welcome = false;
  if (!is_open()) return;
  const Rect over = space.picture_in_room();
  const float width = std::min(over.to.x - over.from.x - window.ui.units(24), window.ui.units(720));
  const float margin = window.ui.units(12);
  const float most = std::max(over.to.y - over.from.y - 2 * margin, window.ui.units(60));
  const PagePlace below{.at = {middle_of(over).x, over.to.y - margin}, .pivot = {0.5F, 1}, .top = over.from.y + margin};
  ImGui::SetNextWindowSize({width, 0});
  place_fitted(space, "##welcome", below, {width, 0}, {width, most});
  const OverlayWindow page(window.ui, space, "##welcome", notice_flags & ~ImGuiWindowFlags_NoScrollbar, {14, 10});
  if (!page) return;
  bool done = heading(window.ui);
  if (const Door* const door = doors_to(window.ui, thumbnails()); door != nullptr) {
    door->enter(window);
    done = true;
  }
  if (done) close();
}

std::vector<ActionEntry> WelcomeFeature::actions() {
  return {{opened_by(),
           "start page: look, compare, measure, open",
           {pressed(GLFW_KEY_F2, "F2")},
           nullptr,
           [self = opened_by()](const Window& window) { return covered_by_others(window, self); }}};
}

void WelcomeFeature::before_engine(const Window& window) {
  if (const std::string failed = thumbnails_.update(wants_thumbnails_); !failed.empty()) window.ui.fail(failed);
}

}  // namespace heteroscope
