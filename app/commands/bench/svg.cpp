#include "app/commands/bench/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/commands/bench/curves.hpp"
#include "app/commands/bench/figure.hpp"
#include "app/commands/bench/text.hpp"
#include "app/commands/table.hpp"
#include "app/measures/times_chart.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {

namespace {

constexpr double plot_width = 720;

std::string series_of(const BenchRow& row, bool with_scene) {
  return fmt::format("{}{} {}", with_scene ? row.what.scene + " " : "", row.what.variant,
                     id_of(row.what.settings.problem.precision));
}

std::string rates_by_block(const Bench& bench) {
  const bool several_scenes = std::ranges::any_of(
      bench.rows, [&](const BenchRow& row) { return row.what.scene != bench.rows.front().what.scene; });
  const std::string unit = std::string(bench.rows.front().work.unit) + "/s";
  Plot plot{.x = {.label = "block shape, threads"}, .y = {.label = unit, .prefixes = true}, .legend = Legend::beside};
  Names shapes;
  Names series;
  double largest = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    const auto at = static_cast<double>(shapes.place(block_text(row.block)));
    const std::string name = series_of(row, several_scenes);
    if (series.place(name) == plot.lines.size()) plot.lines.push_back({.label = name, .points = {}, .width = 2});
    plot.lines[series.place(name)].points.push_back({at, row.operations_per_s});
    largest = std::max(largest, row.operations_per_s);
  }
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    plot.lines[i].color = series_color(i, plot.lines.size());
    plot.lines[i].marker = marker_of(i);
  }
  for (std::size_t i = 0; i < shapes.all().size(); ++i)
    plot.x.marks.push_back({static_cast<double>(i), shapes.all()[i]});
  plot.x.scale = PlotScale{-0.5, static_cast<double>(shapes.all().size()) - 0.5, false};
  plot.y.scale = scale_from_zero(largest);
  const PlotStyle& style = svg_style();
  const double legend = legend_width(plot, style) + 16;
  const double width = figure_margin + 60 + plot_width + legend + figure_margin;
  Drawing out;
  const std::string title = fmt::format("{}: {} by block shape", bench.title, unit);
  const double top = heading(out, bench, title, width);
  const double bottom = std::max(top + 430, top + 8 + 1.5 * style.line * static_cast<double>(plot.lines.size()));
  lay_out(plot, {figure_margin, top, width - figure_margin, top + 430}, style, out);
  return svg(out, width, footnotes(out, bench, bottom + 8, width), title);
}

/// A row's time: of a step where runs are of some steps, to the end of what settles.
double time_of(const BenchRow& row) {
  return row.settled ? row.ms.median : row.step_ms().value_or(row.ms.median);
}

Interval range_of(const BenchRow& row) {
  const double factor = row.ms.median > 0 ? time_of(row) / row.ms.median : 1;
  return {factor * row.ms.minimum, factor * row.ms.maximum};
}

std::string times_as_bars(const Bench& bench) {
  const bool settles = bench.rows.front().settled.has_value();
  const bool of_step = !settles && bench.rows.front().steps > 0;
  const std::string what = settles ? "time to tolerance" : of_step ? "time a step" : "time";
  // what settles has its precisions side by side: they settle at tolerances of their own
  const auto group_of = [&](const BenchRow& row) {
    return settles ? row.what.scene : fmt::format("{}, {}", row.what.scene, id_of(row.what.settings.problem.precision));
  };
  const auto name_of = [&](const BenchRow& row) {
    const std::string variant = variant_text(bench, row);
    return settles ? fmt::format("{} {}", variant, id_of(row.what.settings.problem.precision)) : variant;
  };
  Names series;
  for (const BenchRow& row : bench.rows) series.place(name_of(row));
  std::vector<TimeBar> bars;
  for (const BenchRow& row : bench.rows) {
    bars.push_back({group_of(row),
                    {.name = name_of(row),
                     .value = time_of(row),
                     .range = row.ms.median > 0 ? std::optional(range_of(row)) : std::nullopt,
                     .text = milliseconds(time_of(row)),
                     .color = series_color(series.place(name_of(row)), series.all().size()),
                     .hollow = row.settled == false}});
  }
  const BarChart chart = times_chart(what, bars, settles);
  const PlotStyle& style = svg_style();
  const double width = 2 * figure_margin + names_width(chart, style) + plot_width + 110;
  Drawing out;
  const std::string title = fmt::format("{}: {}", bench.title, what);
  const double top = heading(out, bench, title, width);
  const double bottom = lay_out(chart, {figure_margin, top}, width - 2 * figure_margin, style, out);
  return svg(out, width, footnotes(out, bench, bottom, width), title);
}

}  // namespace

bool compares_blocks(const Bench& bench) {
  std::set<std::string> shapes;
  std::set<std::string> series;
  std::size_t rows = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    shapes.insert(block_text(row.block));
    series.insert(series_of(row, true));
    ++rows;
  }
  return shapes.size() > 1 && rows > series.size();
}

std::string bench_svg(const Bench& bench) {
  if (bench.suite != nullptr && !bench.suite->axis.empty()) return times_over_axis(bench);
  return compares_blocks(bench) ? rates_by_block(bench) : times_as_bars(bench);
}

}  // namespace heteroscope
