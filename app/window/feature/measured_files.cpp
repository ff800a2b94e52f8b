#include "app/window/feature/measured_files.hpp"

#include <fmt/format.h>
#include <imgui.h>
#include <imgui_internal.h>  // where the words of a line stand

#include <memory>
#include <utility>

#include "app/plot/layout.hpp"
#include "app/plot/raster.hpp"
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

FileRequest svg_of(const std::string& stem, const std::shared_ptr<const PlotFigure>& figure) {
  return {stem, ".svg", [figure](const Append& append) { made_of(svg(*figure))(append); }};
}

FileRequest png_of(const std::string& stem, const std::shared_ptr<const PlotFigure>& figure, int times) {
  return {stem, ".png", [figure, times](const Append& append) { append(encode_png(raster(*figure, times), {})); }};
}

void save_list(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more) {
  const auto figure = [&] { return std::make_shared<const PlotFigure>(graph.figure()); };
  if (ImGui::MenuItem("SVG")) try_to_save(ui, [&] { ui.files.push_back(svg_of(graph.stem, figure())); });
  help(ui, "A vector graphic for documents: sharp at any size.");
  for (int times = 1; times <= 4; ++times) {
    if (ImGui::MenuItem(fmt::format("PNG {}×", times).c_str()))
      try_to_save(ui, [&] { ui.files.push_back(png_of(graph.stem, figure(), times)); });
    help(ui, "A pixel image for slides and for print; 2× has twice as many pixels along each side.");
  }
  if (ImGui::MenuItem("CSV")) try_to_save(ui, [&] { ui.files.push_back({graph.stem, ".csv", made_of(graph.csv())}); });
  help(ui, "The graph's numbers, after lines with the machine, the settings and the date.");
  for (const SaveChoice& each : more) {
    if (ImGui::MenuItem(each.name)) try_to_save(ui, each.save);
    help(ui, each.about);
  }
}

}  // namespace

std::string measured_csv(const Machine& machine, const std::string& command, const std::string& table) {
  return fmt::format("# {}\n# {}\n{}", machine_text(machine), command, table);
}

PlotFigure measured_figure(const Machine& machine, Plot plot, const std::string& title) {
  constexpr double height = 540;
  plot.legend = Legend::beside;
  PlotFigure out{.title = title, .width = 900, .pictures = {}, .drawing = {}};
  const double top = put_heading(out.drawing, title, machine_text(machine), out.width);
  const PlotFrame frame =
      lay_out(plot, {figure_margin, top, out.width - figure_margin, height - figure_margin}, svg_style(), out.drawing);
  out.height = std::max(height, frame.area.bottom + figure_margin);
  return out;
}

PlotFigure measured_figure(const Machine& machine, const BarChart& chart, const std::string& title) {
  PlotFigure out{.title = title,
                 .width = 2 * figure_margin + names_width(chart, svg_style()) + 640,
                 .pictures = {},
                 .drawing = {}};
  const double top = put_heading(out.drawing, title, machine_text(machine), out.width);
  out.height =
      lay_out(chart, {figure_margin, top}, out.width - 2 * figure_margin, svg_style(), out.drawing) + figure_margin;
  return out;
}

float save_menu_width(const Ui& ui) {
  return ImGui::CalcTextSize(save_word).x + ui.units(20);
}

void save_menu(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more) {
  ImGui::PushID(graph.stem.c_str());
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float base = ImGui::GetCurrentWindow()->DC.CurrLineTextBaseOffset;  // of the words beside it
  const ImVec2 size = ImGui::CalcTextSize(save_word);
  ImGui::BeginDisabled(!graph.why_not.empty());
  const bool pressed = ImGui::InvisibleButton(save_word, {size.x, size.y + base});
  const ImU32 color = ImGui::IsItemHovered() || ImGui::IsItemFocused() ? ui.theme().text : ui.theme().dim;
  ImGui::GetWindowDrawList()->AddText({at.x, at.y + base + ui.units(1)}, ImGui::GetColorU32(color), save_word);
  ImGui::EndDisabled();
  push_font(ui.fonts.text);
  help(ui, graph.why_not.empty() ? "Saves this graph as SVG, PNG or CSV, in the export folder." : graph.why_not);
  if (pressed) ImGui::OpenPopup("save as");
  if (ImGui::BeginPopup("save as")) {
    save_list(ui, graph, more);
    ImGui::EndPopup();
  }
  ImGui::PopFont();
  ImGui::PopID();
}

void save_menu_behind(Ui& ui, const SavedGraph& graph, const std::vector<SaveChoice>& more) {
  ImGui::SameLine(0, ui.units(10));
  save_menu(ui, graph, more);
}

void save_figure(Ui& ui, const std::string& stem, PlotFigure figure) {
  constexpr int times = 2;
  const auto shared = std::make_shared<const PlotFigure>(std::move(figure));
  ui.files.push_back(svg_of(stem, shared));
  ui.files.push_back(png_of(stem, shared, times));
}

const Theme& figure_theme() {
  return theme_of(ThemeKind::light);
}

}  // namespace heteroscope
