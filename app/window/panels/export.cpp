#include <string>

#include "app/window/actions/actions.hpp"
#include "app/window/panels/sections.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// A path's end says more than its beginning: what does not fit is left out in front.
std::string fitting(const std::string& text, float width) {
  std::string out = text;
  std::size_t from = 0;
  while (ImGui::CalcTextSize(out.c_str()).x > width && from + 1 < text.size()) {
    ++from;
    while (from < text.size() && (static_cast<unsigned char>(text[from]) & 0xC0U) == 0x80U) ++from;
    out = "…" + text.substr(from);
  }
  return out;
}

}  // namespace

void export_panel(State& state) {
  if (!section(state, "Export")) return;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const auto button = [&](const char* label, float width, Action action, const std::string& text) {
    const ActionEntry& entry = entry_of(action);
    const std::string reason = why_not(entry, state);
    ImGui::BeginDisabled(!reason.empty());
    if (wide_button(label, width)) state.ask(action);
    ImGui::EndDisabled();
    help(state, reason.empty() ? text + " (" + keys_of(entry) + ")." : text + ": " + reason + ".");
  };
  button("PNG", third, Action::export_picture, "The picture, with the settings inside: opening it restores them");
  ImGui::SameLine();
  button("Diff", third, Action::export_diff, "The diff picture as PNG");
  ImGui::SameLine();
  button("NPY", third, Action::export_field, "The raw values, for NumPy");
  button("Frame times", half, Action::export_times, "The graph's frames as CSV");
  ImGui::SameLine();
  button("Settings", half, Action::save_settings, "The settings as JSON; drop such a file here to open it");
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::PushFont(state.fonts.small);
  ImGui::TextUnformatted(fitting("to " + state.export_folder.string(), ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopFont();
  ImGui::PopStyleColor();
  help(state, state.export_folder.string() +
                  "\nFiles get numbered names; nothing is overwritten. Set HETEROSCOPE_EXPORT_DIR for "
                  "another folder.");
}

}  // namespace heteroscope
