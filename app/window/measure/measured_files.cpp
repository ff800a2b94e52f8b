#include "app/window/measure/measured_files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/commands/machine.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

constexpr double margin = 24;
constexpr double heading = 48;

std::string machine_text() {
  const Machine m = this_machine(device::facts());
  return fmt::format("{}, {} threads; {}{}", m.cpu, m.cpu_threads, m.gpu.empty() ? "" : m.gpu + "; ", m.date_utc);
}

void put_heading(Drawing& out, const std::string& title) {
  const PlotStyle& style = svg_style();
  out.emplace_back(
      DrawnText{.at = {margin, margin + 4}, .words = title, .color = style.text, .bold = true, .scale = 1.4});
  out.emplace_back(DrawnText{.at = {margin, margin + 24}, .words = machine_text(), .color = style.dim});
}

}  // namespace

std::string measured_csv(const std::string& command, const std::string& table) {
  return fmt::format("# {}\n# {}\n{}", machine_text(), command, table);
}

std::string measured_svg(Plot plot, const std::string& title) {
  constexpr double width = 900;
  constexpr double height = 540;
  plot.legend = Legend::beside;
  Drawing out;
  put_heading(out, title);
  const PlotFrame frame = lay_out(plot, {margin, margin + heading, width - margin, height - margin}, svg_style(), out);
  return svg(out, width, std::max(height, frame.area.bottom + margin), title);
}

std::string measured_svg(const BarChart& chart, const std::string& title) {
  const double width = 2 * margin + names_width(chart, svg_style()) + 640;
  Drawing out;
  put_heading(out, title);
  const double bottom = lay_out(chart, {margin, margin + heading}, width - 2 * margin, svg_style(), out);
  return svg(out, width, bottom + margin, title);
}

void save_buttons(State& state, const std::string& stem, const std::function<std::string()>& csv,
                  const std::function<std::string()>& svg_text) {
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Save as");
  ImGui::SameLine();
  if (ImGui::Button("PNG")) {
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    state.capture = CaptureWish{stem, {from.x, from.y, from.x + size.x, from.y + size.y}};
  }
  help(state, "What is seen here, as a picture.");
  ImGui::SameLine();
  if (ImGui::Button("SVG")) state.files.push_back({stem, ".svg", svg_text()});
  help(state, "The chart, for a document.");
  ImGui::SameLine();
  if (ImGui::Button("CSV")) state.files.push_back({stem, ".csv", csv()});
  help(state, "The numbers, with the machine, the settings and the date before them.");
}

}  // namespace heteroscope
