// The section Export.
#include "app/window/features/files/files_feature.hpp"

#include <string>

#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {

void FilesFeature::panel(const Window& window) {
  if (!section(window.ui, "Export")) return;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float third = (ImGui::GetContentRegionAvail().x - 2 * gap) / 3;
  const float half = (ImGui::GetContentRegionAvail().x - gap) / 2;
  const auto button = [&](const char* label, float width, Action action, const std::string& text) {
    const ActionEntry& entry = window.ui.action_table->of(action);
    const std::string reason = why_not(entry, window);
    ImGui::BeginDisabled(!reason.empty());
    if (wide_button(label, width)) window.ui.ask(action);
    ImGui::EndDisabled();
    help(window.ui, reason.empty() ? text + " (" + keys_of(entry) + ")." : text + ": " + reason + ".");
  };
  button("PNG", third, action::export_picture,
         "The picture as PNG, with its settings inside: opening it restores them");
  ImGui::SameLine();
  button("Diff", third, action::export_diff, "The picture of differences as PNG");
  ImGui::SameLine();
  button("NPY", third, action::export_field, "The values as a NumPy file (.npy)");
  button("Frame times", half, action::export_times, "The frame times of the graph as CSV");
  ImGui::SameLine();
  button("Settings", half, action::save_settings, "The settings as JSON. Drop such a file on the window to open it");
  button("Poster…", third, action::toggle_poster, "The picture in any size, made in the background");
  ImGui::SameLine();
  button(recorder_.on() ? "Stop" : "Record", third, action::toggle_record,
         recorder_.on() ? "Ends the recording, saves its views, and opens the form that orders a movie"
                        : "Records a keyframe of a movie at each view where you stop");
  ImGui::SameLine();
  button("Queue", third, action::toggle_queue, "Posters and movies that have been ordered, and their progress");
  ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
  push_font(window.ui.fonts.small);
  ImGui::TextUnformatted(end_of("to " + window.ui.export_folder.string(), ImGui::GetContentRegionAvail().x).c_str());
  ImGui::PopFont();
  ImGui::PopStyleColor();
  help(window.ui, window.ui.export_folder.string() +
                      "\nFiles get numbered names; nothing is overwritten. Set HETEROSCOPE_EXPORT_DIR for "
                      "another folder.");
}

}  // namespace heteroscope
