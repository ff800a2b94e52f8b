#include "app/window/features/welcome/welcome_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/comparing.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/widgets/thumbnail_image.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

struct Door {
  const char* title;
  const char* about;
  std::string_view picture;  ///< a workload's
  void (*enter)(State&);
};

void show(State& state, std::string_view id) {
  const Workload& workload = find_workload(state.catalog, id);
  if (&workload != state.workload) state.chosen = with_workload(state.settings, workload, state.sources, state.catalog);
}

void look(State& state) {
  show(state, "mandelbrot");
  state.toasts.say("Turn the wheel over the picture, drag it, try the views at Saved view", state.now_s);
}

void watch(State& state) {
  const Workload& heat = find_workload(state.catalog, "heat");
  state.chosen = with_workload(state.settings, heat, state.sources, state.catalog);
  open_playing(state, heat);
  state.running = true;
  state.toasts.say("Drag over the picture to paint heat, with Shift cold", state.now_s);
}

void compare(State& state) {
  show(state, "blur");
  if (state.comparison.with != CompareWith::input) toggle_input(state.comparison);
  state.toasts.say("The source on the left, the result on the right; D compares with the reference", state.now_s);
}

void measure(State& state) {
  state.ask(action::toggle_variants);
}

void open_something(State& state) {
  state.ask(action::open);
}

constexpr std::array<Door, 4> doors{{
    {"Look", "Zoom into a fractal, and see who computes which rows.", "mandelbrot", look},
    {"Watch", "Heat that spreads, step by step: paint into it.", "heat", watch},
    {"Compare", "A picture beside its source, its reference, or another one.", "blur", compare},
    {"Measure", "All variants of a problem, beside each other.", "triangle", measure},
}};

bool card(State& state, const Door& door, ImVec2 size) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImGui::PushID(door.title);
  const bool taken = ImGui::InvisibleButton("##door", size);
  const bool hovered = ImGui::IsItemHovered();
  ImGui::PopID();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const Theme& theme = state.theme();
  const ImVec2 to{from.x + size.x, from.y + size.y};
  draw.AddRectFilled(from, to, faded(hovered ? theme.line : theme.frame, hovered ? 1.0F : 0.6F), state.units(6));
  const float pad = state.units(6);
  const float picture = size.y * 0.56F;
  thumbnail_image(state, state.thumbnails, door.picture, {from.x + pad, from.y + pad}, {to.x - pad, from.y + picture});
  const float left = from.x + state.units(10);
  const float wrap = size.x - state.units(20);
  float y = from.y + picture + state.units(6);
  ImFont& strong = *state.fonts.strong;
  const float scale = ImGui::GetIO().FontGlobalScale;
  draw.AddText(&strong, loaded_size(strong) * scale, {left, y}, theme.text, door.title);
  y += loaded_size(strong) * scale + state.units(3);
  ImFont& small = *state.fonts.small;
  draw.AddText(&small, loaded_size(small) * scale, {left, y}, theme.dim, door.about, nullptr, wrap);
  return taken;
}

/// The doors beside each other, or below each other where that would be too narrow. Returns the one that was taken.
const Door* doors_to(State& state) {
  const float gap = state.units(10);
  const auto count = static_cast<float>(doors.size());
  const float each = (ImGui::GetContentRegionAvail().x - gap * (count - 1)) / count;
  const bool narrow = each < state.units(130);
  const Door* out = nullptr;
  for (const Door& door : doors) {
    if (!narrow && &door != &doors.front()) ImGui::SameLine(0, gap);
    const bool taken = narrow ? thumbnail_line(state, state.thumbnails, door.picture, door.title, door.about, false)
                              : card(state, door, {each, state.units(150)});
    if (taken) out = &door;
  }
  return out;
}

/// The question, and buttons at the right, or below it. True: nothing more is to be chosen.
bool heading(State& state) {
  const char* const question = "What would you like to do?";
  const float left = ImGui::GetCursorPosX();
  push_font(state.fonts.strong);
  ImGui::AlignTextToFramePadding();
  const float words = ImGui::CalcTextSize(question).x;
  ImGui::TextWrapped("%s", question);
  ImGui::PopFont();
  const float open = ImGui::CalcTextSize("Open …").x + state.units(20);
  const float close = ImGui::CalcTextSize("Close").x + state.units(20);
  const float buttons = ImGui::GetWindowContentRegionMax().x - open - close - state.units(8);
  if (buttons > left + words + state.units(8)) ImGui::SameLine(buttons);
  bool done = false;
  if (ImGui::Button("Open …", {open, 0})) {
    open_something(state);
    done = true;
  }
  help(state, "A picture as a source, a picture of this program, saved settings, or a command line.", action::open);
  ImGui::SameLine(0, state.units(8));
  if (ImGui::Button("Close", {close, 0})) done = true;
  help(state, fmt::format("{} shows this again.", keys_of(state, action::welcome)));
  return done;
}

}  // namespace

void WelcomeFeature::open(State& state) {
  OpenedFeature::open(state);
  state.want_thumbnails = true;
}

void WelcomeFeature::overlay(State& state, OverlaySpace& space) {
  // however it was closed, nobody needs it at the next start
  if (std::exchange(was_open_, is_open()) && !is_open()) state.preferences.welcome = false;
  if (!is_open()) return;
  const float room = space.picture.to.x - space.picture.from.x;
  const float width = std::min(room - state.units(24), state.units(720));
  ImGui::SetNextWindowPos({(space.picture.from.x + space.picture.to.x) * 0.5F, space.picture.to.y - state.units(12)},
                          ImGuiCond_Always, {0.5F, 1});
  ImGui::SetNextWindowSize({width, 0});
  const float most = std::max(space.picture.to.y - space.picture.from.y - state.units(24), state.units(60));
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, most});
  const OverlayWindow window(state, space, "##welcome", notice_flags & ~ImGuiWindowFlags_NoScrollbar, {14, 10});
  if (!window) return;
  bool done = heading(state);
  if (const Door* const door = doors_to(state); door != nullptr) {
    door->enter(state);
    done = true;
  }
  if (done) close();
}

std::vector<ActionEntry> WelcomeFeature::actions() {
  return {{opened_by(), "what can be done here: look, compare, measure, open", {pressed(GLFW_KEY_F2, "F2")}, nullptr}};
}

void WelcomeFeature::before_engine(State& state) {
  if (const std::string failed = thumbnails_.update(state.want_thumbnails); !failed.empty())
    state.toasts.fail(failed, state.now_s);
  state.thumbnails = thumbnails_.all();
}

}  // namespace heteroscope
