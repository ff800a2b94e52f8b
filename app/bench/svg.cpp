#include "app/bench/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/bench/curves.hpp"
#include "app/bench/figure.hpp"
#include "app/bench/reading.hpp"
#include "app/measures/times_chart.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "app/text/table.hpp"

namespace heteroscope {

namespace {

constexpr double plot_width = 720;

std::string series_of(const ResultRow& row, bool with_scene) {
  return fmt::format("{}{} {}", with_scene ? row.text("scene") + " " : "", row.text("variant"), row.text("precision"));
}

std::string rates_by_block(const Result& result) {
  const bool several_scenes = std::ranges::any_of(
      result.rows, [&](const ResultRow& row) { return row.text("scene") != result.rows.front().text("scene"); });
  const std::string unit = result.rows.front().at("operations_per_s").unit;
  Plot plot{.x = {.label = "block shape, threads"}, .y = {.label = unit, .prefixes = true}, .legend = Legend::beside};
  Names shapes;
  Names series;
  double largest = 0;
  for (const ResultRow& row : result.rows) {
    if (block_of(row) == BlockShape{}) continue;
    const auto at = static_cast<double>(shapes.place(block_text(row)));
    const std::string name = series_of(row, several_scenes);
    if (series.place(name) == plot.lines.size()) plot.lines.push_back({.label = name, .points = {}, .width = 2});
    plot.lines[series.place(name)].points.push_back({at, row.number("operations_per_s")});
    largest = std::max(largest, row.number("operations_per_s"));
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
  const std::string title = fmt::format("{}: {} by block shape", fact(result, "title"), unit);
  const double top = heading(out, result, title, width);
  const double bottom = std::max(top + 430, top + 8 + 1.5 * style.line * static_cast<double>(plot.lines.size()));
  lay_out(plot, {figure_margin, top, width - figure_margin, top + 430}, style, out);
  return svg(out, width, footnotes(out, result, bottom + 8, width), title);
}

/// A row's time: of a step where runs are of some steps, to the end of what settles.
double time_of(const ResultRow& row) {
  return row.number(!has(row, "settled") && has(row, "step_ms") ? "step_ms" : "median_ms");
}

Interval range_of(const ResultRow& row) {
  const double factor = row.number("median_ms") > 0 ? time_of(row) / row.number("median_ms") : 1;
  return {factor * row.number("min_ms"), factor * row.number("max_ms")};
}

std::string times_as_bars(const Result& result) {
  const bool settles = has(result.rows.front(), "settled");
  const bool of_step = !settles && has(result.rows.front(), "steps");
  const std::string what = settles ? "time to tolerance" : of_step ? "time a step" : "time";
  // what settles has its precisions side by side: they settle at tolerances of their own
  const auto group_of = [&](const ResultRow& row) {
    return settles ? row.text("scene") : fmt::format("{}, {}", row.text("scene"), row.text("precision"));
  };
  const auto name_of = [&](const ResultRow& row) {
    const std::string variant = variant_text(result, row);
    return settles ? fmt::format("{} {}", variant, row.text("precision")) : variant;
  };
  Names series;
  for (const ResultRow& row : result.rows) series.place(name_of(row));
  std::vector<TimeBar> bars;
  for (const ResultRow& row : result.rows) {
    bars.push_back({group_of(row),
                    {.name = name_of(row),
                     .value = time_of(row),
                     .range = time_of(row) > 0 ? std::optional(range_of(row)) : std::nullopt,
                     .text = milliseconds(time_of(row)),
                     .color = series_color(series.place(name_of(row)), series.all().size()),
                     .hollow = row.at("settled").value == Value(false)}});
  }
  const BarChart chart = times_chart(what, bars, settles);
  const PlotStyle& style = svg_style();
  const double width = 2 * figure_margin + names_width(chart, style) + plot_width + 110;
  Drawing out;
  const std::string title = fmt::format("{}: {}", fact(result, "title"), what);
  const double top = heading(out, result, title, width);
  const double bottom = lay_out(chart, {figure_margin, top}, width - 2 * figure_margin, style, out);
  return svg(out, width, footnotes(out, result, bottom, width), title);
}

}  // namespace

bool compares_blocks(const Result& result) {
  std::set<std::string> shapes;
  std::set<std::string> series;
  std::size_t rows = 0;
  for (const ResultRow& row : result.rows) {
    if (block_of(row) == BlockShape{}) continue;
    shapes.insert(block_text(row));
    series.insert(series_of(row, true));
    ++rows;
  }
  return shapes.size() > 1 && rows > series.size();
}

std::string bench_svg(const Result& result) {
  if (const Suite* const suite = suite_of(result); suite != nullptr && !suite->axis.empty())
    return times_over_axis(result, *suite);
  return compares_blocks(result) ? rates_by_block(result) : times_as_bars(result);
}

}  // namespace heteroscope
