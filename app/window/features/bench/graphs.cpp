#include "app/window/features/bench/graphs.hpp"

#include <algorithm>

#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/ceil_div.hpp"

namespace heteroscope {
namespace {

/// The width of the graph, always without that of a scroll bar: otherwise the bar's presence and the graph's size would
/// depend on each other.
float steady_width() {
  return ImGui::GetWindowWidth() - ImGui::GetStyle().ScrollbarSize - 1;
}

/// Cuts names that would leave no room for the bars; they end in "…".
BarChart with_short_names(BarChart chart, float width) {
  for (BarChart::Group& group : chart.groups) {
    group.name = shortened(group.name, width * 0.9F);
    for (BarChart::Bar& bar : group.bars) bar.name = shortened(bar.name, width * 0.4F);
  }
  return chart;
}

void draw_bars(const Ui& ui, const BarChart& bars) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = steady_width();
  Drawing drawing;
  const double bottom = lay_out(with_short_names(bars, width), {from.x, from.y}, width, plot_style(ui), drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  ImGui::Dummy({width, static_cast<float>(bottom) - from.y});
}

/// Draws the names of the plot's lines one after the other, in as many rows as they need.
void draw_legend(const Ui& ui, const Plot& plot) {
  const float right = steady_width();
  bool first = true;
  for (const PlotLine& each : plot.lines) {
    const float width = text_size(each.label).x + ui.units(16);
    const float gap = ui.units(14);
    const float left = ImGui::GetItemRectMax().x - ImGui::GetWindowPos().x + gap;
    if (!first && left + width <= right) ImGui::SameLine(0, gap);
    first = false;
    mark_before(ui, each.marker, each.color);
    ImGui::TextUnformatted(each.label.c_str());
  }
}

void draw_plots(const Ui& ui, const std::vector<Plot>& plots) {
  draw_legend(ui, plots.front());
  const float gap = ui.units(14);
  const ImVec2 room{steady_width(), ImGui::GetContentRegionAvail().y};
  const auto count = static_cast<int>(plots.size());
  const int across = std::clamp(static_cast<int>((room.x + gap) / ui.units(250)), 1, count);
  const int rows = ceil_div(count, across);
  const ImVec2 size{(room.x - gap * static_cast<float>(across - 1)) / static_cast<float>(across),
                    std::max(room.y / static_cast<float>(rows) - ui.units(4), ui.units(150))};
  for (int i = 0; i < count; ++i) {
    Plot plot = plots[static_cast<std::size_t>(i)];
    plot.id = "plot";
    plot.legend = Legend::none;
    if (i % across != 0) ImGui::SameLine(0, gap);
    ImGui::PushID(i);
    ImGui::BeginChild("plot", size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_plot(ui, plot);
    ImGui::EndChild();
    ImGui::PopID();
  }
}

}  // namespace

void draw_graph(const Ui& ui, const Graph& graph) {
  if (graph.bars) {
    draw_bars(ui, *graph.bars);
  } else if (!graph.plots.empty()) {
    draw_plots(ui, graph.plots);
  }
}

}  // namespace heteroscope
