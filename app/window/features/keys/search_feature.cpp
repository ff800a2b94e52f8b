#include "app/window/features/keys/search_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// A line with the label, the keys at the right, and, gray, why it would do nothing. True: it was chosen.
bool line(const Window& window, const ActionEntry& entry, bool chosen) {
  const std::string reason = why_not(entry, window);
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, reason.empty() ? window.ui.theme().text : window.ui.theme().dim);
  const std::string label = shortened(entry.label, width);
  const bool clicked = ImGui::Selectable(label.c_str(), chosen, reason.empty() ? 0 : ImGuiSelectableFlags_Disabled);
  ImGui::PopStyleColor();
  if (chosen) ImGui::SetScrollHereY();
  const float after_label = ImGui::CalcTextSize(label.c_str()).x + window.ui.units(16);
  const std::string beside = reason.empty() ? keys_of(entry) : reason;
  const std::string right = shortened(beside, width - after_label);
  if (right != beside || label != entry.label) help(window.ui, fmt::format("{}: {}", entry.label, beside));
  if (width - after_label < ImGui::CalcTextSize(right.c_str()).x) return clicked;
  ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
  ImGui::SameLine(left + std::max(width - ImGui::CalcTextSize(right.c_str()).x, after_label));
  ImGui::TextUnformatted(right.c_str());
  ImGui::PopStyleColor();
  return clicked;
}

}  // namespace

void SearchFeature::list(const Window& window, const std::vector<const ActionEntry*>& found) {
  const ActionEntry* taken = nullptr;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ImGui::PushID(found[i]->label);
    if (line(window, *found[i], static_cast<int>(i) == chosen_)) taken = found[i];
    ImGui::PopID();
  }
  if ((key_pressed(ImGuiKey_Enter) || key_pressed(keypad_enter)) && !found.empty())
    taken = found[static_cast<std::size_t>(chosen_)];
  if (taken == nullptr) return;
  close();
  window.ui.ask(taken->action);
}

void SearchFeature::open(const Window& window) {
  OpenedFeature::open(window);
  words_.clear();
  chosen_ = 0;
}

void SearchFeature::body(const Window& window) {
  if (words_.build("##words", "What shall be done?")) chosen_ = 0;
  auto found = found_actions(*window.ui.action_table, words_.text());
  std::stable_partition(found.begin(), found.end(),
                        [&](const ActionEntry* each) { return why_not(*each, window).empty(); });
  const int last = std::max(static_cast<int>(found.size()) - 1, 0);
  if (key_pressed(ImGuiKey_DownArrow, true)) ++chosen_;
  if (key_pressed(ImGuiKey_UpArrow, true)) --chosen_;
  chosen_ = std::clamp(chosen_, 0, last);
  if (ImGui::BeginChild("##found")) {
    if (found.empty()) ImGui::TextUnformatted("Nothing has these words.");
    list(window, found);
  }
  ImGui::EndChild();
  // while text is typed, keys are ImGui's
  if (key_pressed(ImGuiKey_Escape)) close();
}

void SearchFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(window.ui.units(560), display.x * 0.9F);
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.12F}, ImGuiCond_Always, {0.5F, 0});
  ImGui::SetNextWindowSize({width, std::min(window.ui.units(420), display.y * 0.76F)});
  ImGui::SetNextWindowFocus();
  constexpr ImGuiWindowFlags flags = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) | ImGuiWindowFlags_NoScrollbar;
  if (const OverlayWindow page(window.ui, space, "##search", flags, {14, 12}); page) body(window);
}

std::vector<ActionEntry> SearchFeature::actions() {
  return {{opened_by(),
           "search these actions",
           {with_control_and_shift(GLFW_KEY_P, "Ctrl + Shift + P")},
           nullptr,
           nullptr,
           true}};
}

}  // namespace heteroscope
