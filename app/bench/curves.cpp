#include "app/bench/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/bench/figure.hpp"
#include "app/bench/reading.hpp"
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
  std::vector<const ResultRow*> rows;
};

/// A GPU variant that has blocks of its own stands in every block's plot, or in one for itself.
std::vector<Panel> panels_of(const Result& result, const Suite& suite) {
  std::vector<Panel> out;
  const auto panel = [&](const std::string& title) -> Panel& {
    const auto found = std::ranges::find(out, title, &Panel::title);
    return found != out.end() ? *found : out.emplace_back(Panel{title, {}});
  };
  const auto blocked = [&](const ResultRow& row) { return !suite.blocks.empty() && block_of(row) != BlockShape{}; };
  const auto title_of = [](const ResultRow& row, const std::string& what) {
    return fmt::format("{}, {}", what, row.text("precision"));
  };
  for (const ResultRow& row : result.rows) {
    if (blocked(row)) panel(title_of(row, "blocks of " + block_text(row))).rows.push_back(&row);
  }
  const std::size_t of_blocks = out.size();
  for (const ResultRow& row : result.rows) {
    if (blocked(row) || uses_cpu(row)) continue;
    bool placed = false;
    for (std::size_t i = 0; i < of_blocks; ++i) {
      if (out[i].rows.front()->text("precision") != row.text("precision")) continue;
      out[i].rows.push_back(&row);
      placed = true;
    }
    if (!placed) panel(title_of(row, "gpu")).rows.push_back(&row);
  }
  for (const ResultRow& row : result.rows) {
    if (!uses_gpu(row)) panel(title_of(row, "cpu")).rows.push_back(&row);
  }
  return out;
}

/// "32k" for 32768: whole multiples of 1024 in short.
std::string place_text(double value) {
  const bool short_form = value >= 1024 && std::fmod(value, 1024) == 0;
  return short_form ? fmt::format("{}k", value / 1024) : fmt::format("{}", value);
}

/// What all panels share: the axes, and a line for each variant.
Plot frame_of_all(const Result& result, std::string_view axis) {
  Plot out{.x = {.label = fmt::format("{} (logarithmic)", axis), .logarithmic = true},
           .y = {.label = "time, ms (logarithmic)", .logarithmic = true},
           .legend = Legend::none};
  double least = 0;
  double largest = 0;
  std::vector<double> places;
  Names variants;
  for (const ResultRow& row : result.rows) {
    variants.place(variant_text(result, row));
    places.push_back(row.number("axis"));
    const double ms = row.number("median_ms");
    if (!(ms > 0)) continue;
    least = least > 0 ? std::min(least, ms) : ms;
    largest = std::max(largest, ms);
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

Plot plot_of(Plot frame, const Result& result, const Panel& panel) {
  frame.title = panel.title;
  for (PlotLine& line : frame.lines) {
    for (const ResultRow* row : panel.rows) {
      const double ms = row->number("median_ms");
      if (variant_text(result, *row) != line.label || !(ms > 0)) continue;
      line.points.push_back({row->number("axis"), ms, Interval{row->number("min_ms"), row->number("max_ms")}});
    }
    std::ranges::sort(line.points, {}, &PlotPoint::x);
  }
  return frame;
}

}  // namespace

std::string times_over_axis(const Result& result, const Suite& suite) {
  const std::vector<Panel> panels = panels_of(result, suite);
  const Plot frame = frame_of_all(result, suite.axis);
  const PlotStyle& style = svg_style();
  const auto across = static_cast<double>(std::min(panels.size(), panels_in_row));
  const double right = figure_margin + across * (panel_width + panel_gap);
  const double width = std::max(right + legend_width(frame, style) + figure_margin, 560.0);
  Drawing out;
  const std::string title = fmt::format("{}: time by {}", fact(result, "title"), suite.axis);
  const double top = heading(out, result, title, width);
  double bottom = lay_out_legend(frame, {right, top + 40}, style, out);
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x = figure_margin + static_cast<double>(i % panels_in_row) * (panel_width + panel_gap);
    const double y = top + static_cast<double>(i / panels_in_row) * (panel_height + panel_gap);
    lay_out(plot_of(frame, result, panels[i]), {x, y, x + panel_width, y + panel_height}, style, out);
    bottom = std::max(bottom, y + panel_height);
  }
  return svg(out, width, footnotes(out, result, bottom + 12, width), title);
}

}  // namespace heteroscope
