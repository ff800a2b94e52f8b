#include "app/window/features/keys/menu.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void entry_line(const Window& window, const ActionEntry& entry) {
  const std::string reason = why_not(entry, window);
  const bool open = window.ui.is_open(entry.action);
  if (ImGui::MenuItem(name_of(entry).c_str(), keys_of(entry).c_str(), open, reason.empty()))
    window.ui.ask(entry.action);
  help(window.ui, reason.empty() ? entry.label : fmt::format("{}: {}", entry.label, reason));
}

void offer_line(const Window& window, const Offer& offer) {
  if (ImGui::MenuItem(offer.label.c_str(), nullptr, false, offer.why_not.empty())) offer.take(window);
  if (!offer.why_not.empty()) help(window.ui, offer.why_not);
}

/// Draws the lines under a heading: its actions, then what they lead to.
void lines_under(const Window& window, ActionGroup group) {
  const std::vector<const ActionEntry*> entries = window.ui.action_table->of(group);
  for (const ActionEntry* const each : entries) entry_line(window, *each);
  for (const ActionEntry* const each : entries) {
    if (!each->leads_to) continue;
    ImGui::Separator();
    for (const Offer& offer : each->leads_to(window)) offer_line(window, offer);
  }
}

}  // namespace

void menu_button(const Window& window) {
  if (ImGui::Button("Menu")) ImGui::OpenPopup("##menu");
  help(window.ui, "All actions, with their keys. They can also be searched for.", action::search);
  ImGui::SetNextWindowPos({ImGui::GetItemRectMin().x, ImGui::GetItemRectMax().y + window.ui.units(4)});
  if (!ImGui::BeginPopup("##menu")) return;
  for (std::size_t i = 0; i < action_groups; ++i) {
    const auto group = static_cast<ActionGroup>(i);
    if (!ImGui::BeginMenu(heading_of(group))) continue;
    lines_under(window, group);
    ImGui::EndMenu();
  }
  ImGui::EndPopup();
}

}  // namespace heteroscope
