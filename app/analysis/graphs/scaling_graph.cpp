#include "app/analysis/graphs/scaling_graph.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t scenes_shown = 2;
constexpr int fit_steps = 32;

std::string title_of(const ResultRow& row) {
  return fmt::format("{}, {}", row.text("scene"), row.text("precision"));
}

/// As many as there are threads, and what Amdahl's law makes of it: a line without marks for each.
PlotLine fitted(double serial, double most, std::uint32_t color) {
  PlotLine out{.color = color, .points = {}, .faint = true, .width = 1};
  for (int i = 0; i <= fit_steps; ++i) {
    const double threads = 1 + (most - 1) * i / fit_steps;
    out.points.push_back({threads, amdahl_speedup(serial, threads), std::nullopt});
  }
  return out;
}

}  // namespace

Graph speedups_over_threads(const Result& result) {
  Graph out{
      .id = "threads",
      .title = "speed-up over threads",
      .about = fmt::format("Over the same variant on one thread. The straight line is as many times as there are "
                           "threads; faint curves are Amdahl's law with the serial part that fits all counts best."),
      .drawing = {}};
  const std::vector<Swept> swept = swept_in(result);
  if (swept.empty()) return out;
  const Series series(result);
  Names scenes;
  Names variants;
  double most_threads = 1;
  double largest = 1;
  for (const Swept& each : swept) {
    scenes.place(each.front()->text("scene"));
    variants.place(variant_in_memory(result, *each.front()));
    most_threads = std::max(most_threads, each.back()->number("threads"));
    for (const ScalingPoint& point : scaling_of(each)) largest = std::max(largest, 1 / point.relative_time);
  }
  std::vector<std::string> shown_scenes = scenes.all();
  if (shown_scenes.size() > scenes_shown) {
    shown_scenes.erase(shown_scenes.begin(), shown_scenes.end() - scenes_shown);
    out.about += fmt::format(" Of {} scenes the last {} are shown.", scenes.all().size(), scenes_shown);
  }
  PlotGrid grid;
  for (const Swept& each : swept) {
    const ResultRow& first = *each.front();
    if (std::ranges::find(shown_scenes, first.text("scene")) == shown_scenes.end()) continue;
    auto plot = std::ranges::find(grid.plots, title_of(first), &Plot::title);
    if (plot == grid.plots.end()) {
      plot = grid.plots.insert(
          plot, {.title = title_of(first),
                 .x = {.label = "threads", .scale = PlotScale{1, most_threads, false}},
                 .y = {.label = "speed-up, ×", .scale = scale_from_zero(std::max(largest, most_threads))},
                 .legend = Legend::none});
      for (const std::string& each : variants.all()) plot->lines.push_back(series.line(each, 2));
      plot->lines.push_back({.label = "as many as threads",
                             .color = svg_style().axis,
                             .points = {{1, 1, std::nullopt}, {most_threads, most_threads, std::nullopt}},
                             .width = 1});
    }
    PlotLine& line = plot->lines[variants.place(variant_in_memory(result, first))];
    const std::vector<ScalingPoint> points = scaling_of(each);
    for (const ScalingPoint& point : points)
      line.points.push_back({static_cast<double>(point.threads), 1 / point.relative_time, std::nullopt});
    const std::uint32_t color = line.color;
    if (const std::optional<double> serial = amdahl_fraction(points))
      plot->lines.push_back(fitted(std::max(*serial, 0.0), most_threads, color));
    // whole numbers, as threads are
    for (const PlotPoint& point : plot->lines[variants.place(variant_in_memory(result, first))].points) {
      const bool known = std::ranges::find(plot->x.marks, point.x, &PlotMark::at) != plot->x.marks.end();
      if (!known) plot->x.marks.push_back({point.x, fmt::format("{}", point.x)});
    }
  }
  for (Plot& each : grid.plots) std::ranges::sort(each.x.marks, {}, &PlotMark::at);
  lay_out(grid, out);
  return out;
}

}  // namespace heteroscope
