#include "app/commands/bench/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/commands/bench/cross_rows.hpp"
#include "app/commands/bench/figure.hpp"
#include "app/commands/bench/text.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {

namespace {

constexpr double panel_width = 364;
constexpr double panel_height = 340;
constexpr double panel_gap = 20;
constexpr std::size_t panels_in_row = 3;

/// One of the small plots: rows in one precision and block shape, or the CPU's.
struct Panel {
  std::string title;
  std::vector<const BenchRow*> rows;
};

/// A GPU variant that has blocks of its own stands in every block's plot, or in one for itself.
std::vector<Panel> panels_of(const Bench& bench) {
  std::vector<Panel> out;
  const auto panel = [&](const std::string& title) -> Panel& {
    const auto found = std::ranges::find(out, title, &Panel::title);
    return found != out.end() ? *found : out.emplace_back(Panel{title, {}});
  };
  const auto title_of = [](const BenchRow& row, const std::string& what) {
    return fmt::format("{}, {}", what, id_of(row.what.settings.problem.precision));
  };
  for (const BenchRow& row : bench.rows) {
    if (row.block != BlockShape{}) panel(title_of(row, "blocks of " + block_text(row.block))).rows.push_back(&row);
  }
  const std::size_t of_blocks = out.size();
  for (const BenchRow& row : bench.rows) {
    if (row.block != BlockShape{} || row.what.settings.execution.processor != Processor::gpu) continue;
    bool placed = false;
    for (std::size_t i = 0; i < of_blocks; ++i) {
      if (out[i].rows.front()->what.settings.problem.precision != row.what.settings.problem.precision) continue;
      out[i].rows.push_back(&row);
      placed = true;
    }
    if (!placed) panel(title_of(row, "gpu")).rows.push_back(&row);
  }
  for (const BenchRow& row : bench.rows) {
    if (row.what.settings.execution.processor == Processor::cpu) panel(title_of(row, "cpu")).rows.push_back(&row);
  }
  return out;
}

/// "32k" for 32768: whole multiples of 1024 in short.
std::string place_text(double value) {
  const bool short_form = value >= 1024 && std::fmod(value, 1024) == 0;
  return short_form ? fmt::format("{}k", value / 1024) : fmt::format("{}", value);
}

/// What all panels share: the axes, and a line for each variant.
Plot frame_of_all(const Bench& bench) {
  Plot out{.x = {.label = fmt::format("{} (logarithmic)", bench.suite->axis), .logarithmic = true},
           .y = {.label = "time, ms (logarithmic)", .logarithmic = true},
           .legend = Legend::none};
  double least = 0;
  double largest = 0;
  std::vector<double> places;
  Names variants;
  for (const BenchRow& row : bench.rows) {
    variants.place(row.what.variant);
    places.push_back(axis_of(*bench.suite, row));
    if (!(row.ms.median > 0)) continue;
    least = least > 0 ? std::min(least, row.ms.median) : row.ms.median;
    largest = std::max(largest, row.ms.median);
  }
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  constexpr double inset = 1.1;  // the outermost points stand off the frame
  out.x.scale = PlotScale{places.front() / inset, places.back() * inset, true};
  for (const double each : places) out.x.marks.push_back({each, place_text(each)});
  out.y.scale = largest > 0 ? round_scale(least, largest, true) : PlotScale{1, 10, true};
  const std::size_t count = variants.all().size();
  for (std::size_t i = 0; i < count; ++i) {
    out.lines.push_back({.label = variants.all()[i],
                         .color = series_color(i, count),
                         .marker = marker_of(i),
                         .points = {},
                         .width = 2});
  }
  return out;
}

Plot plot_of(Plot frame, const Bench& bench, const Panel& panel) {
  frame.title = panel.title;
  for (PlotLine& line : frame.lines) {
    for (const BenchRow* row : panel.rows) {
      if (row->what.variant != line.label || !(row->ms.median > 0)) continue;
      line.points.push_back({axis_of(*bench.suite, *row), row->ms.median, Interval{row->ms.minimum, row->ms.maximum}});
    }
    std::ranges::sort(line.points, {}, &PlotPoint::x);
  }
  return frame;
}

}  // namespace

std::string times_over_axis(const Bench& bench) {
  const std::vector<Panel> panels = panels_of(bench);
  const Plot frame = frame_of_all(bench);
  const PlotStyle& style = svg_style();
  const auto across = static_cast<double>(std::min(panels.size(), panels_in_row));
  const double right = figure_margin + across * (panel_width + panel_gap);
  const double width = std::max(right + legend_width(frame, style) + figure_margin, 560.0);
  Drawing out;
  const std::string title = fmt::format("{}: time by {}", bench.title, bench.suite->axis);
  const double top = heading(out, bench, title, width);
  double bottom = lay_out_legend(frame, {right, top + 40}, style, out);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x = figure_margin + static_cast<double>(i % panels_in_row) * (panel_width + panel_gap);
    const double y = top + static_cast<double>(i / panels_in_row) * (panel_height + panel_gap);
    lay_out(plot_of(frame, bench, panels[i]), {x, y, x + panel_width, y + panel_height}, style, out);
    bottom = std::max(bottom, y + panel_height);
  }
  return svg(out, width, footnotes(out, bench, bottom + 12, width), title);
}

}  // namespace heteroscope
