#include "app/commands/bench/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/commands/bench/cross_rows.hpp"
#include "app/commands/bench/plot.hpp"
#include "app/commands/bench/text.hpp"

namespace heteroscope {

namespace {

using namespace plot;

constexpr double panel_width = 300;
constexpr double panel_height = 280;
constexpr double panel_gap_x = 64;  ///< room for the labels of the times
constexpr double panel_gap_y = 84;
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
std::string axis_text(double value) {
  const bool short_form = value >= 1024 && std::fmod(value, 1024) == 0;
  return short_form ? fmt::format("{}k", value / 1024) : fmt::format("{}", value);
}

/// What all panels share.
struct SharedAxes {
  Scale times;
  std::vector<double> places;  ///< of the axis, ascending
  [[nodiscard]] double y(double top, double ms) const { return top + panel_height * (1 - times.share(ms)); }
  [[nodiscard]] double x(double left, double place) const {
    constexpr double inset = 12;
    const double range = std::log(places.back() / places.front());
    const double share = range > 0 ? std::log(place / places.front()) / range : 0.5;
    return left + inset + (panel_width - 2 * inset) * share;
  }
};

void draw_axes(Canvas& canvas, const SharedAxes& axes, const Panel& panel, double left, double top) {
  canvas.text(left, top - 10, panel.title, "start", bold);
  for (const double tick : axes.times.ticks) {
    canvas.line(left, axes.y(top, tick), left + panel_width, axes.y(top, tick), grid_color);
    canvas.text(left - 6, axes.y(top, tick) + 4, fmt::format("{:.6g}", tick), "end");
  }
  canvas.line(left, top, left, top + panel_height, axis_color);
  canvas.line(left, top + panel_height, left + panel_width, top + panel_height, axis_color);
  double free_from = 0;
  for (const double place : axes.places) {
    const double x = axes.x(left, place);
    canvas.line(x, top + panel_height, x, top + panel_height + 4, axis_color);
    const double half = width_of(axis_text(place)) / 2;
    if (x - half < free_from) continue;
    canvas.text(x, top + panel_height + 18, axis_text(place), "middle");
    free_from = x + half + 4;
  }
}

void draw_curves(Canvas& canvas, const SharedAxes& axes, const Bench& bench, const Panel& panel, const Names& variants,
                 double left, double top) {
  for (std::size_t i = 0; i < variants.all().size(); ++i) {
    std::vector<const BenchRow*> rows;
    for (const BenchRow* row : panel.rows) {
      if (row->what.variant == variants.all()[i] && row->ms.median > 0) rows.push_back(row);
    }
    std::ranges::sort(rows, {}, [&](const BenchRow* row) { return axis_of(*bench.suite, *row); });
    const std::string color = color_of(i, variants.all().size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double x = axes.x(left, axis_of(*bench.suite, *rows[k]));
      const double y = axes.y(top, rows[k]->ms.median);
      if (k > 0) {
        canvas.line(axes.x(left, axis_of(*bench.suite, *rows[k - 1])), axes.y(top, rows[k - 1]->ms.median), x, y, color,
                    2);
      }
      canvas.dot(x, y, color);
    }
  }
}

SharedAxes axes_of(const Bench& bench) {
  double least = 0, largest = 0;
  std::vector<double> places;
  for (const BenchRow& row : bench.rows) {
    places.push_back(axis_of(*bench.suite, row));
    if (!(row.ms.median > 0)) continue;
    least = least > 0 ? std::min(least, row.ms.median) : row.ms.median;
    largest = std::max(largest, row.ms.median);
  }
  if (!(largest > 0)) least = largest = 1;
  std::ranges::sort(places);
  places.erase(std::unique(places.begin(), places.end()), places.end());
  return {Scale(least, largest, true), places};
}

}  // namespace

std::string times_over_axis(const Bench& bench) {
  const std::vector<Panel> panels = panels_of(bench);
  const SharedAxes axes = axes_of(bench);
  Names variants;
  for (const BenchRow& row : bench.rows) variants.place(row.what.variant);
  const std::size_t across = std::min(panels.size(), panels_in_row);
  const double left = margin + 28 + 6 * letter;
  const double right = left + static_cast<double>(across) * (panel_width + panel_gap_x) - panel_gap_x;
  const double width = std::max(right + 60 + variants.width() + margin, 560.0);
  Canvas canvas;
  const std::string title = fmt::format("{}: time by {}", bench.title, bench.suite->axis);
  const double top = heading(canvas, bench, title, width) + 16;
  double bottom = top;
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const double x = left + static_cast<double>(i % panels_in_row) * (panel_width + panel_gap_x);
    const std::size_t line = i / panels_in_row;
    const double y = top + static_cast<double>(line) * (panel_height + panel_gap_y);
    draw_axes(canvas, axes, panels[i], x, y);
    draw_curves(canvas, axes, bench, panels[i], variants, x, y);
    if (i % panels_in_row == 0) canvas.text_upward(margin + 4, y + panel_height / 2, "time, ms (logarithmic)");
    canvas.text(x + panel_width / 2, y + panel_height + 36, fmt::format("{} (logarithmic)", bench.suite->axis),
                "middle");
    bottom = y + panel_height + 36;
  }
  for (std::size_t i = 0; i < variants.all().size(); ++i) {
    const std::string color = color_of(i, variants.all().size());
    const double y = top + 8 + 22 * static_cast<double>(i);
    canvas.line(right + 16, y, right + 44, y, color, 2);
    canvas.dot(right + 30, y, color);
    canvas.text(right + 52, y + 4, variants.all()[i]);
  }
  bottom = std::max(bottom, top + 22 * static_cast<double>(variants.all().size()));
  return canvas.svg(width, footnotes(canvas, bench, bottom + 12, width), title);
}

}  // namespace heteroscope
