#include "app/window/features/keys/keys_feature.hpp"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <array>
#include <span>
#include <string>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"

namespace heteroscope {
namespace {

void keys_title(const Ui& ui, const char* text) {
  ImGui::Spacing();
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
  ImGui::Dummy({ui.units(330), ui.units(2)});
}

constexpr double keys_units = 135;

/// Draws keys, and beside them what they do, in lines of at most `most` pixels.
void key_line(const Ui& ui, const std::string& keys, const char* does, float most) {
  const float words = ImGui::GetCursorPosX() + ui.units(keys_units);
  ImGui::TextUnformatted(keys.c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(words);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::PushTextWrapPos(words + most);
  ImGui::TextUnformatted(does);
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

/// Draws the line of an action over a button as large as the line. True: it was clicked.
bool action_line(const Window& window, const ActionEntry& entry, float most) {
  const ImVec2 from = ImGui::GetCursorPos();
  const float height = ImGui::CalcTextSize(entry.label, nullptr, false, most).y;
  ImGui::PushID(&entry);
  const bool clicked = ImGui::Selectable("##line", false, 0, {window.ui.units(keys_units) + most, height});
  ImGui::PopID();
  const ImVec2 after = ImGui::GetCursorPos();
  ImGui::SetCursorPos(from);
  key_line(window.ui, keys_of(entry), entry.label, most);
  ImGui::SetCursorPos(after);
  return clicked;
}

/// A gesture of the mouse, with the keys that are held, and what it does.
struct MouseHelp {
  const char* gesture;
  const char* does;
};

std::span<const MouseHelp> mouse_help() {
  static constexpr std::array<MouseHelp, 11> lines{{
      {"Wheel", "zoom in and out about the cursor"},
      {"Drag (left, middle)", "pan"},
      {"Shift + drag", "zoom to a box"},
      {"Ctrl + drag", "rotate about the middle (Mandelbrot and Julia sets)"},
      {"Right button, held", "zoom in toward the cursor; with Shift, zoom out"},
      {"Double click", "center the view there"},
      {"Drag, Shift + drag",
       "paint heat, with Shift cold, on a result that can be painted; the middle and right buttons then pan"},
      {"Space (hold)", "show the reference, or the input when comparing with it"},
      {"Drop a file",
       "an image becomes the source; settings (.json, .png), results of bench and answers of a class (.json) open"},
      {"Ctrl + click", "type a number into a slider"},
      {"Rest the mouse", "on a control: what it does, and why it is gray; on a graph: a frame's numbers"},
  }};
  return lines;
}

float widest_words(std::span<const ActionEntry> keys) {
  float out = 0;
  for (const ActionEntry& each : keys) out = std::max(out, ImGui::CalcTextSize(each.label).x);
  for (const MouseHelp& each : mouse_help()) out = std::max(out, ImGui::CalcTextSize(each.does).x);
  return out;
}

}  // namespace

void KeysFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  const float across = space.room.to.x - space.room.from.x;
  // the page scrolls where there is no room for all of it
  place_fitted(space, "##keys", {.at = middle_of(space.room), .top = space.room.from.y}, {0, 0},
               {across, space.room.to.y - space.room.from.y});
  ImGui::SetNextWindowFocus();
  const OverlayWindow page(window.ui, space, "##keys", notice_flags & ~ImGuiWindowFlags_NoScrollbar, {24, 18});
  if (!page) return;
  const ActionTable& table = *window.ui.action_table;
  const bool wide = across > window.ui.units(1020);
  const float columns = wide ? 2 : 1;
  const float apart = window.ui.units(30);
  const float beside = window.ui.units(48) + ImGui::GetStyle().ScrollbarSize + (columns - 1) * apart;
  const float room = (across - beside) / columns - window.ui.units(keys_units);
  const float most = std::min(widest_words(table.all()) + 1, room);
  const ActionEntry* clicked = nullptr;
  std::size_t lines = 0;
  ImGui::BeginGroup();
  for (std::size_t i = 0; i < action_groups; ++i) {
    const auto entries = table.of(static_cast<ActionGroup>(i));
    if (wide && 2 * lines >= table.all().size() + mouse_help().size()) {
      ImGui::EndGroup();
      ImGui::SameLine(0, apart);
      ImGui::BeginGroup();
      lines = 0;
    }
    keys_title(window.ui, heading_of(static_cast<ActionGroup>(i)));
    for (const ActionEntry* const each : entries) {
      if (action_line(window, *each, most)) clicked = each;
    }
    lines += entries.size();
  }
  keys_title(window.ui, "Mouse");
  for (const MouseHelp& each : mouse_help()) key_line(window.ui, each.gesture, each.does, most);
  ImGui::EndGroup();
  ImGui::Spacing();
  if (ImGui::Button("Close")) window.ui.ask(action::toggle_keys);
  if (clicked == nullptr) return;
  close();
  if (clicked->action != opened_by()) window.ui.ask(clicked->action);
}

std::vector<ActionEntry> KeysFeature::actions() {
  return {{opened_by(), "mouse and keys", {pressed(GLFW_KEY_F1, "F1"), typed('?', "?")}, nullptr}};
}

}  // namespace heteroscope
