#include "app/window/feature/measured_files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include <utility>

#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "app/results/machine.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr const char* save_word = "save";

void try_to_save(Ui& ui, const std::function<void()>& save) {
  const Failure failed = attempt(save);
  if (failed) ui.fail(failed.line);
}

void save(Ui& ui, const std::string& stem, const std::string& extension, const std::function<std::string()>& text) {
  try_to_save(ui, [&] { ui.files.push_back({stem, extension, text()}); });
}

/// What is seen of the present ImGui window.
CaptureWish capture_of_window(const std::string& stem) {
  const ImVec2 from = ImGui::GetWindowPos();
  const ImVec2 size = ImGui::GetWindowSize();
  return {stem, {from.x, from.y, from.x + size.x, from.y + size.y}};
}

}  // namespace

std::string measured_csv(const Machine& machine, const std::string& command, const std::string& table) {
  return fmt::format("# {}\n# {}\n{}", machine_text(machine), command, table);
}

std::string measured_svg(const Machine& machine, Plot plot, const std::string& title) {
  constexpr double width = 900;
  constexpr double height = 540;
  plot.legend = Legend::beside;
  Drawing out;
  const double top = put_heading(out, title, machine_text(machine), width);
  const PlotFrame frame =
      lay_out(plot, {figure_margin, top, width - figure_margin, height - figure_margin}, svg_style(), out);
  return svg(out, width, std::max(height, frame.area.bottom + figure_margin), title);
}

std::string measured_svg(const Machine& machine, const BarChart& chart, const std::string& title) {
  const double width = 2 * figure_margin + names_width(chart, svg_style()) + 640;
  Drawing out;
  const double top = put_heading(out, title, machine_text(machine), width);
  const double bottom = lay_out(chart, {figure_margin, top}, width - 2 * figure_margin, svg_style(), out);
  return svg(out, width, bottom + figure_margin, title);
}

void save_buttons(Ui& ui, const std::string& stem, const std::function<std::string()>& csv,
                  const std::function<std::string()>& svg_text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Save as");
  ImGui::SameLine();
  if (ImGui::Button("PNG")) ui.capture = capture_of_window(stem);
  help(ui, "What is seen here, as a picture.");
  ImGui::SameLine();
  if (ImGui::Button("SVG")) save(ui, stem, ".svg", svg_text);
  help(ui, "The chart, for a document.");
  ImGui::SameLine();
  if (ImGui::Button("CSV")) save(ui, stem, ".csv", csv);
  help(ui, "The numbers, with the machine, the settings and the date before them.");
}

SaveChoice save_text(Ui& ui, const char* name, const char* about, const std::string& stem, const char* extension,
                     std::function<std::string()> text) {
  return {name, about, [&ui, stem, extension, text = std::move(text)] {
            ui.files.push_back({stem, extension, text()});
          }};
}

float save_menu_width(const Ui& ui) {
  return ImGui::CalcTextSize(save_word).x + ui.units(20);
}

void save_menu(Ui& ui, const std::string& stem, const std::vector<SaveChoice>& choices) {
  ImGui::SameLine(0, ui.units(10));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size = ImGui::CalcTextSize(save_word);
  const bool pressed = ImGui::InvisibleButton(save_word, size);
  const ImU32 color = ImGui::IsItemHovered() ? ui.theme().text : ui.theme().dim;
  ImGui::GetWindowDrawList()->AddText({at.x, at.y + ui.units(1)}, color, save_word);
  help(ui, "Saves this graph, and what it is made of, in the export folder.");
  CaptureWish picture = capture_of_window(stem);
  picture.once_more = true;  // without the list
  if (pressed) ImGui::OpenPopup("save as");
  push_font(ui.fonts.text);
  if (ImGui::BeginPopup("save as")) {
    if (ImGui::MenuItem("PNG")) ui.capture = picture;
    help(ui, "What is seen here, as a picture.");
    for (const SaveChoice& each : choices) {
      if (ImGui::MenuItem(each.name)) try_to_save(ui, each.save);
      help(ui, each.about);
    }
    ImGui::EndPopup();
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
