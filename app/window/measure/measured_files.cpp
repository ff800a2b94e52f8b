#include "app/window/measure/measured_files.hpp"

#include <fmt/format.h>
#include <imgui.h>

#include "app/commands/machine.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

void save(State& state, const std::string& stem, const std::string& extension,
          const std::function<std::string()>& text) {
  const Failure failed = attempt([&] { state.files.push_back({stem, extension, text()}); });
  if (failed) state.toasts.fail(failed.line, state.now_s);
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
  if (ImGui::Button("SVG")) save(state, stem, ".svg", svg_text);
  help(state, "The chart, for a document.");
  ImGui::SameLine();
  if (ImGui::Button("CSV")) save(state, stem, ".csv", csv);
  help(state, "The numbers, with the machine, the settings and the date before them.");
}

}  // namespace heteroscope
