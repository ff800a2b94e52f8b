#include "app/window/actions/keys_layer.hpp"

#include <span>
#include <string>

#include "app/window/actions/actions.hpp"
#include "app/window/actions/keys.hpp"
#include "app/window/layers/layer_window.hpp"

namespace heteroscope {
namespace {

void title(const State& state, const char* text) {
  ImGui::Spacing();
  ImGui::PushFont(state.fonts.strong);
  ImGui::TextUnformatted(text);
  ImGui::PopFont();
  ImGui::Dummy({state.units(330), state.units(2)});
}

void key_line(const State& state, const std::string& keys, const char* does) {
  const float left = ImGui::GetCursorPosX();
  ImGui::TextUnformatted(keys.c_str());
  ImGui::SameLine();
  ImGui::SetCursorPosX(left + state.units(135));
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextUnformatted(does);
  ImGui::PopStyleColor();
}

}  // namespace

void KeysLayer::draw(State& state, LayerSpace& space) {
  if (!is_open()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowFocus();
  // where there is no room for all of it, it scrolls
  ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x * 0.96F, display.y * 0.96F});
  const LayerWindow window(state, space, "##keys", notice_flags & ~ImGuiWindowFlags_NoScrollbar, {24, 18});
  if (!window) return;
  const std::span<const ActionEntry> keys = all_actions();
  const bool wide = display.x > state.units(1040);
  const std::size_t first = wide ? (keys.size() + mouse_help().size()) / 2 : keys.size();
  ImGui::BeginGroup();
  title(state, "Keys");
  for (const ActionEntry& each : keys.first(first)) key_line(state, keys_of(each), each.label);
  ImGui::EndGroup();
  if (wide) ImGui::SameLine(0, state.units(30));
  ImGui::BeginGroup();
  title(state, "Mouse");
  for (const MouseHelp& each : mouse_help()) key_line(state, each.gesture, each.does);
  if (wide) title(state, "More keys");
  for (const ActionEntry& each : keys.subspan(first)) key_line(state, keys_of(each), each.label);
  ImGui::EndGroup();
  ImGui::Spacing();
  if (ImGui::Button("Close")) state.ask(Action::toggle_keys);
}

}  // namespace heteroscope
