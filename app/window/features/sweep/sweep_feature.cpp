#include "app/window/features/sweep/sweep_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/model/times/iterating.hpp"
#include "app/window/model/variant_rows.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/block_shapes.hpp"

namespace heteroscope {
namespace {

std::string axis_label(const WindowModel& model, const Settings& settings, SweepAxis axis) {
  if (axis == SweepAxis::side) {
    const Parameter* const side = side_of(settings, *model.workload);
    const BlockShape block = settings.execution.block;
    return fmt::format("{}, {}", side != nullptr ? std::string(side->id) : "side, pixels",
                       block == BlockShape{} ? "default blocks" : "blocks " + format_block(block));
  }
  return fmt::format("{}, {}", axis == SweepAxis::block ? "block" : "CPU threads",
                     size_text(settings, *model.workload));
}

/// Returns the times at the places of the table's columns.
std::vector<const VariantTime*> times_at(const std::vector<SweepLine>& lines, const std::vector<PlotMark>& marks) {
  std::vector<const VariantTime*> out;
  for (const SweepLine& line : lines) {
    for (const PlotMark& each : marks) {
      const SweepCurve::Point* const point = point_at(*line.curve, each.at);
      out.push_back(point == nullptr ? nullptr : &point->time);
    }
  }
  return out;
}

/// Builds segments in a room that is narrower than the window.
template <class Body>
void narrow(const char* id, float width, Body&& segments) {
  ImGui::BeginChild(id, {width, ImGui::GetFrameHeight()}, false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  segments();
  ImGui::EndChild();
}

}  // namespace

void SweepFeature::choices(const Window& window) {
  SweepChoice& choice = choice_;
  const ImU32 on = window.ui.theme().dim;
  const float axes = window.ui.units(300);
  const float measures = window.ui.units(190);
  const float gap = window.ui.units(10);
  const bool one_row = ImGui::GetContentRegionAvail().x >= axes + gap + measures;
  narrow("axes", axes, [&] {
    int axis = static_cast<int>(choice.axis);
    const auto why_not = [&](SweepAxis each) {
      return why_no_axis(each, *task().settings(), *window.model.workload, device::all());
    };
    if (segmented(
            window.ui, "axis", axis,
            {{"over sizes", on, why_not(SweepAxis::side), "Every variant, at sizes whose sides are powers of two."},
             {"over threads", on, why_not(SweepAxis::threads),
              "Every CPU variant that takes more than one thread, at the present size."},
             {"over blocks", on, why_not(SweepAxis::block),
              "Every GPU variant that accepts any block shape, at the present size."}})) {
      choice.axis = static_cast<SweepAxis>(axis);
    }
  });
  if (one_row) ImGui::SameLine(0, gap);
  const bool writes = window.view.frame != nullptr && window.view.frame->work.only_writes;
  narrow("measures", measures, [&] {
    int measure = static_cast<int>(choice.measure);
    if (segmented(window.ui, "measure", measure,
                  {{"time",
                    on,
                    {},
                    "Median time, ms; of a step where there are steps. Lines at the points are the medians' 95 % "
                    "intervals."},
                   {writes ? "write rate" : "memory rate",
                    on,
                    {},
                    "The bytes that must at least pass between processor and memory, divided by that time."}})) {
      choice.measure = static_cast<SweepMeasure>(measure);
    }
  });
}

/// Draws a row for each variant, which is also the plot's legend: the variant under the mouse is highlighted in the
/// plot.
void SweepFeature::table(const Ui& ui, const WindowModel& model, const std::vector<SweepLine>& lines,
                         const std::vector<PlotMark>& marks) {
  SweepChoice& choice = choice_;
  choice.pointed_at.clear();
  const float left = ImGui::GetCursorPosX();
  const float whole = ImGui::GetContentRegionAvail().x;
  const float names = ui.units(140);
  const float column = (whole - names) / static_cast<float>(std::max<std::size_t>(marks.size(), 1));
  std::vector<std::vector<std::string>> places;
  places.reserve(marks.size());
  for (const PlotMark& each : marks) places.push_back(places_at(lines, each.at));
  const auto put = [&](std::size_t i, const std::string& text) {
    const float right = left + names + column * static_cast<float>(i + 1);
    ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x);
    ImGui::TextUnformatted(text.c_str());
  };
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(sweep_unit(choice.measure, model.workload->iterates()).c_str());
  help(ui,
       "= marks times that cannot be distinguished from the fastest there: the medians' 95 % intervals overlap, or the "
       "medians differ by no more than this machine's noise.");
  for (std::size_t i = 0; i < marks.size(); ++i) put(i, marks[i].text);
  ImGui::PopStyleColor();
  for (std::size_t place = 0; place < lines.size(); ++place) {
    const SweepLine& line = lines[place];
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + whole, from.y + ImGui::GetTextLineHeightWithSpacing()};
    if (ImGui::IsMouseHoveringRect(from, to)) {
      choice.pointed_at = line.curve->variant;
      ImGui::GetWindowDrawList()->AddRectFilled(from, to, faded(ui.theme().text, 0.08F), ui.units(3));
    }
    mark_before(ui, line.marker, line.color);
    ImGui::TextUnformatted(line.curve->variant.c_str());
    for (std::size_t i = 0; i < marks.size(); ++i) {
      const SweepCurve::Point* const point = point_at(*line.curve, marks[i].at);
      if (point == nullptr) {
        put(i, "–");
        help(ui,
             "A dash: the variant has no time here. It is not measured yet, would take too long, or the variant cannot "
             "compute this.");
        continue;
      }
      const std::string& its = places[i][place];
      put(i, sweep_text(value_of(*point, choice.measure), choice.measure) + (its == "1 =" ? " =" : star(point->time)));
      const auto others = std::ranges::count_if(places[i], [](const std::string& each) { return !each.empty(); });
      help(ui, about_point(*point, its, static_cast<std::size_t>(others)));
    }
  }
  star_line(ui, times_at(lines, marks));
}

void SweepFeature::body(const Window& window) {
  const Settings& of = *task().settings();
  heading(window, sweep_title(of, *window.model.workload));
  choices(window);
  ImGui::Spacing();
  const std::vector<SweepCurve> curves = task().curves();
  const std::vector<SweepLine> lines = sweep_lines(window.ui.theme(), curves, choice_.axis);
  push_font(window.ui.fonts.small);
  const Plot plot =
      sweep_plot(lines, choice_, axis_label(window.model, of, choice_.axis), window.model.workload->iterates());
  const float rows = static_cast<float>(lines.size() + 1) * ImGui::GetTextLineHeightWithSpacing() +
                     ImGui::GetFrameHeightWithSpacing() + window.ui.units(4) +
                     star_line_height(times_at(lines, plot.x.marks));
  const float height = std::max(ImGui::GetContentRegionAvail().y - rows, window.ui.units(120));
  ImGui::BeginChild("plot", {0, height}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_plot(window.ui, plot);
  ImGui::EndChild();
  if (!lines.empty()) table(window.ui, window.model, lines, plot.x.marks);
  ImGui::PopFont();
  if (lines.empty()) return;
  const std::string axis = choice_.axis == SweepAxis::side      ? "sizes"
                           : choice_.axis == SweepAxis::threads ? "threads"
                                                                : "blocks";
  const auto figure = [&] {
    SweepChoice choice = choice_;
    choice.pointed_at.clear();  // no line is highlighted
    const std::vector<SweepLine> on_white = sweep_lines(figure_theme(), curves, choice.axis);
    return measured_figure(
        task().machine(),
        sweep_plot(on_white, choice, axis_label(window.model, of, choice.axis), window.model.workload->iterates()),
        fmt::format("{}: all variants over {}", window.model.workload->label, axis));
  };
  save_menu(window.ui,
            {.stem = fmt::format("heteroscope-{}-{}", window.model.workload->id, axis), .figure = figure, .csv = [&] {
               return measured_csv(task().machine(), bench_command(of, window.model.catalog), plot_csv(plot, axis));
             }});
}

void SweepFeature::begins(const Window& window) {
  choice_.axis = axis_for(choice_.axis, window.model.settings(), *window.model.workload, device::all());
}

void SweepFeature::draw_measured(const Window& window, OverlaySpace& space) {
  // many variants in large text do not fit into a small window, so it scrolls
  const auto page = OverlayWindow::in_middle(window.ui, space, "##sweep", {1600, 1000}, ImGuiWindowFlags_NoScrollbar);
  if (page) body(window);
}

std::vector<ActionEntry> SweepFeature::actions() {
  return {{opened_by(),
           "times of all variants over sizes, threads and block shapes",
           {with_control_and_shift(GLFW_KEY_T, "Ctrl + Shift + T")},
           nullptr,
           bench_runs}};
}

}  // namespace heteroscope
