#include "app/analysis/graphs/scaling_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>

#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/analysis/scaling.hpp"
#include "app/analysis/weak_scaling.hpp"
#include "app/plot/svg.hpp"
#include "app/results/row_columns.hpp"

namespace heteroscope {

namespace {

constexpr std::size_t scenes_shown = 2;
constexpr int fit_steps = 32;

/// One variant's speed-ups over counts of threads, and the law beside them.
struct Sweep {
  const ResultRow* first = nullptr;
  std::string scene;
  std::vector<PlotPoint> points;
  std::function<double(double)> law;  ///< a speed-up of threads; null: none was fitted
};

/// What the law makes of so many threads: a line without marks.
PlotLine fitted(const std::function<double(double)>& law, double most, std::uint32_t color) {
  PlotLine out{.color = color, .points = {}, .faint = true, .width = 1};
  for (int i = 0; i <= fit_steps; ++i) {
    const double threads = 1 + (most - 1) * i / fit_steps;
    out.points.push_back({threads, law(threads), std::nullopt});
  }
  return out;
}

/// The last scenes; says so where there are more.
std::vector<std::string> shown_of(const std::vector<Sweep>& sweeps, Graph& graph) {
  Names scenes;
  for (const Sweep& each : sweeps) scenes.place(each.scene);
  std::vector<std::string> out = scenes.all();
  if (out.size() > scenes_shown) {
    out.erase(out.begin(), out.end() - scenes_shown);
    graph.about += fmt::format(" Only the last {1} of {0} scenes are shown.", scenes.all().size(), scenes_shown);
  }
  return out;
}

/// A plot of a scene in a precision, with a line for each variant and the straight one of as many times as threads.
Plot frame_of(const std::string& title, const Names& variants, const Series& series, double most_threads,
              double largest) {
  Plot out{.title = title,
           .x = {.label = "threads", .scale = PlotScale{1, most_threads, false}},
           .y = {.label = "speed-up, ×", .scale = scale_from_zero(std::max(largest, most_threads))},
           .legend = Legend::none};
  for (const std::string& each : variants.all()) out.lines.push_back(series.line(each, 2));
  out.lines.push_back({.label = "ideal",
                       .color = svg_style().axis,
                       .points = {{1, 1, std::nullopt}, {most_threads, most_threads, std::nullopt}},
                       .width = 1});
  return out;
}

void add_sweep(Plot& plot, std::size_t line, const Sweep& sweep, double most_threads) {
  const std::uint32_t color = plot.lines[line].color;
  std::ranges::copy(sweep.points, std::back_inserter(plot.lines[line].points));
  if (sweep.law) plot.lines.push_back(fitted(sweep.law, most_threads, color));
  // whole numbers, as threads are
  for (const PlotPoint& point : sweep.points) {
    const bool known = std::ranges::find(plot.x.marks, point.x, &PlotMark::at) != plot.x.marks.end();
    if (!known) plot.x.marks.push_back({point.x, fmt::format("{}", point.x)});
  }
}

Graph over_threads(const Result& result, const std::vector<Sweep>& sweeps, Graph out) {
  if (sweeps.empty()) return out;
  const Series series(result);
  Names variants;
  double most_threads = 1;
  double largest = 1;
  for (const Sweep& each : sweeps) {
    variants.place(variant_in_memory(result, *each.first));
    for (const PlotPoint& point : each.points) {
      most_threads = std::max(most_threads, point.x);
      largest = std::max(largest, point.y);
    }
  }
  const std::vector<std::string> shown = shown_of(sweeps, out);
  PlotGrid grid;
  for (const Sweep& each : sweeps) {
    if (std::ranges::find(shown, each.scene) == shown.end()) continue;
    const std::string title = scene_text(each.scene, each.first->text(column::precision));
    auto plot = std::ranges::find(grid.plots, title, &Plot::title);
    if (plot == grid.plots.end())
      plot = grid.plots.insert(plot, frame_of(title, variants, series, most_threads, largest));
    add_sweep(*plot, variants.place(variant_in_memory(result, *each.first)), each, most_threads);
  }
  for (Plot& each : grid.plots) std::ranges::sort(each.x.marks, {}, &PlotMark::at);
  lay_out(grid, out);
  return out;
}

}  // namespace

Graph speedups_over_threads(const Result& result) {
  std::vector<Sweep> sweeps;
  for (const Swept& each : swept_in(result)) {
    Sweep sweep{.first = each.front(), .scene = each.front()->text(column::scene), .points = {}, .law = nullptr};
    const std::vector<ScalingPoint> points = scaling_of(each);
    for (const ScalingPoint& point : points)
      sweep.points.push_back({static_cast<double>(point.threads), 1 / point.relative_time, std::nullopt});
    if (const std::optional<double> serial = serial_part(each)) {
      sweep.law = [serial = std::max(*serial, 0.0)](double threads) { return amdahl_speedup(serial, threads); };
    }
    sweeps.push_back(std::move(sweep));
  }
  return over_threads(
      result, sweeps,
      {.id = "threads",
       .title = "speed-up over threads",
       .about = "The speed-up over the same variant on one thread. The straight line is the ideal (as many times "
                "as threads); faint curves are Amdahl's law with the serial fraction that fits all numbers of "
                "threads best.",
       .drawing = {}});
}

Graph scaled_speedups(const Result& result) {
  std::vector<Sweep> sweeps;
  for (const ScaledSweep& each : scaled_in(result)) {
    if (each.rows.size() < 2) continue;
    Sweep sweep{.first = each.rows.front().all, .scene = each.scene, .points = {}, .law = nullptr};
    for (const ScaledRows& point : each.rows)
      sweep.points.push_back({static_cast<double>(point.threads()), point.speedup(), std::nullopt});
    if (const std::optional<double> serial = each.serial_part()) {
      sweep.law = [serial = std::max(*serial, 0.0)](double threads) { return gustafson_speedup(serial, threads); };
    }
    sweeps.push_back(std::move(sweep));
  }
  return over_threads(
      result, sweeps,
      {.id = "scaled",
       .title = "scaled speed-up over threads",
       .about = "The speed-up of p threads on a problem p times as large, over one thread on the same problem. "
                "The straight line is the ideal; faint lines are Gustafson's law with the serial fraction that "
                "fits all numbers of threads best.",
       .drawing = {}});
}

}  // namespace heteroscope
