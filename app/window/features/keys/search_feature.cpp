#include "app/window/features/keys/search_feature.hpp"

#include <GLFW/glfw3.h>
#include <imgui.h>

#include <algorithm>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Draws a line with the label, and with the kind or the keys at the right; below it, gray, the reason why it cannot be
/// taken. Returns whether it was clicked.
bool line(const Window& window, const Offer& offer, bool chosen) {
  const bool can = offer.why_not.empty();
  const float left = ImGui::GetCursorPosX();
  const float width = ImGui::GetContentRegionAvail().x;
  const std::string kind = shortened(offer.kind, width * 0.5F);
  const float of_kind = ImGui::CalcTextSize(kind.c_str()).x;
  const std::string label = shortened(offer.label, width - of_kind - window.ui.units(16));
  ImGui::PushStyleColor(ImGuiCol_Text, can ? window.ui.theme().text : window.ui.theme().dim);
  const bool clicked = ImGui::Selectable(label.c_str(), chosen, can ? 0 : ImGuiSelectableFlags_Disabled);
  ImGui::PopStyleColor();
  if (label != offer.label) help(window.ui, offer.label);
  if (chosen) ImGui::SetScrollHereY();
  ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
  ImGui::SameLine(left + width - of_kind);
  ImGui::TextUnformatted(kind.c_str());
  if (!can) {
    ImGui::Indent(window.ui.units(12));
    ImGui::TextWrapped("%s", offer.why_not.c_str());
    ImGui::Unindent(window.ui.units(12));
  }
  ImGui::PopStyleColor();
  return clicked;
}

}  // namespace

void SearchFeature::list(const Window& window, const std::vector<const Offer*>& found) {
  const Offer* taken = nullptr;
  for (std::size_t i = 0; i < found.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (line(window, *found[i], static_cast<int>(i) == chosen_)) taken = found[i];
    ImGui::PopID();
  }
  if ((key_pressed(ImGuiKey_Enter) || key_pressed(keypad_enter)) && !found.empty())
    taken = found[static_cast<std::size_t>(chosen_)];
  if (taken == nullptr || !taken->why_not.empty()) return;
  close();
  taken->take(window);
}

void SearchFeature::open(const Window& window) {
  OpenedFeature::open(window);
  words_.clear();
  chosen_ = 0;
  all_ = offered_actions(window);
  offers_(window, all_);
}

void SearchFeature::body(const Window& window) {
  if (words_.build("##words", "An action, a setting, a variant, a view, a lesson …")) chosen_ = 0;
  const std::vector<const Offer*> found = found_offers(all_, words_.text());
  const int last = std::max(static_cast<int>(found.size()) - 1, 0);
  if (key_pressed(ImGuiKey_DownArrow, true)) ++chosen_;
  if (key_pressed(ImGuiKey_UpArrow, true)) --chosen_;
  chosen_ = std::clamp(chosen_, 0, last);
  if (ImGui::BeginChild("##found")) {
    if (found.empty()) ImGui::TextUnformatted("Nothing matches these words.");
    list(window, found);
  }
  ImGui::EndChild();
  const bool is_over =
      ImGui::IsWindowHovered(ImGuiHoveredFlags_RootAndChildWindows | ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
  const bool clicked_beside = ImGui::IsMouseClicked(ImGuiMouseButton_Left) && !is_over;
  // while text is typed, keys are ImGui's
  if (clicked_beside || key_pressed(ImGuiKey_Escape)) close();
}

void SearchFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open()) return;
  place_near_top(window.ui, space, "##search", {560, 420});
  ImGui::SetNextWindowFocus();
  constexpr ImGuiWindowFlags flags = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) | ImGuiWindowFlags_NoScrollbar;
  if (const OverlayWindow page(window.ui, space, "##search", flags, {14, 12}); page) body(window);
}

std::vector<ActionEntry> SearchFeature::actions() {
  return {{opened_by(),
           "search: actions, settings, variants, views and lessons by their words",
           {with_control_and_shift(GLFW_KEY_P, "Ctrl + Shift + P")},
           nullptr,
           nullptr,
           true}};
}

}  // namespace heteroscope
