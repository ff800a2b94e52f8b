#include "app/analysis/graphs/bars.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/analysis/quantity.hpp"
#include "app/analysis/reading.hpp"
#include "app/measures/times_chart.hpp"
#include "app/plot/svg.hpp"
#include "app/results/lesson_columns.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/table.hpp"

namespace heteroscope {

namespace {

constexpr double bars_width = 720;
constexpr double text_room = 110;

/// Lays a chart out for a picture, and says in words what it shows.
void lay_out_bars(const BarChart& chart, Graph& to) {
  to.bars = chart;
  const PlotStyle& style = svg_style();
  to.width = names_width(chart, style) + bars_width + text_room;
  to.height = lay_out(chart, {0, 0}, to.width, style, to.drawing);
  for (const BarChart::Group& group : chart.groups) {
    to.words += fmt::format("{}{}: ", to.words.empty() ? "" : " ", group.name);
    for (const BarChart::Bar& bar : group.bars)
      to.words += fmt::format("{}{} {}", &bar == group.bars.data() ? "" : "; ", bar.name, bar.text);
    to.words += ".";
  }
}

/// Where each line is of another variant, it looks as the variant does in other graphs.
void color_lines(Plot& plot, const Result& result, const std::vector<std::string>& variants) {
  const Series series(result);
  const bool one_each = std::set(variants.begin(), variants.end()).size() == variants.size();
  for (std::size_t i = 0; i < plot.lines.size(); ++i) {
    PlotLine& line = plot.lines[i];
    line.color = one_each ? series.color(variants[i]) : series_color(i, plot.lines.size());
    line.marker = one_each ? series.line(variants[i], line.width).marker : marker_of(i);
  }
}

std::string series_of(const ResultRow& row, bool with_scene) {
  return fmt::format("{}{} {}", with_scene ? row.text(column::scene) + " " : "", row.text(column::variant),
                     row.text(column::precision));
}

/// "12.50 ms ± 1.2 %", "12.50 ms (1 run) *": a time with all that is said beside a median.
std::string time_text(const ResultRow& row) {
  const std::string reach = reach_text(row);
  return fmt::format("{}{}{}{}", milliseconds(time_of(row)), time_marks(row), reach.empty() ? "" : " ", reach);
}

std::vector<const ResultRow*> all_rows(const Result& result) {
  std::vector<const ResultRow*> out;
  for (const ResultRow& row : result.rows) out.push_back(&row);
  return out;
}

}  // namespace

Graph times_as_bars(const Result& result, bool best) {
  const bool settles = has(result.rows.front(), column::settled);
  const std::string what = time_name(result);
  const std::vector<const ResultRow*> rows = best ? best_rows(result, Best::threads_and_block) : all_rows(result);
  const auto name_of = [&](const ResultRow& row) {
    if (has(row, column::lesson::label)) return row.text(column::lesson::label);  // a variant may stand in several
    const std::string variant = best ? variant_in_memory(result, row) : variant_text(result, row);
    return settles ? fmt::format("{} {}", variant, row.text(column::precision)) : variant;
  };
  const auto group_of = [&](const ResultRow& row) {
    if (has(row, column::lesson::label)) return row.text(column::precision);  // its scene is the lesson
    // what settles has its precisions side by side: they settle at tolerances of their own
    return settles ? row.text(column::scene) : scene_text(row);
  };
  const Series of_all(result);
  Names series;
  for (const ResultRow* row : rows) series.place(name_of(*row));
  std::vector<TimeBar> bars;
  for (const ResultRow* each : rows) {
    const ResultRow& row = *each;
    bars.push_back({group_of(row),
                    {.name = name_of(row),
                     .value = time_of(row),
                     .range = time_of(row) > 0 && has(row, column::reach) ? std::optional(range_of(row)) : std::nullopt,
                     .text = time_text(row),
                     .color = best && !settles ? of_all.color(name_of(row))
                                               : series_color(series.place(name_of(row)), series.all().size()),
                     .hollow = row.at(column::settled).value == DatumValue(false)}});
  }
  Graph out{.id = "times",
            .title = what,
            .about =
                "A shorter bar is faster. ± is the 95 % interval of the median; lines go from the shortest to the "
                "longest run, where there are enough runs for an interval.",
            .drawing = {}};
  if (best) out.about += " Each variant is shown with the number of threads and the block that make it fastest.";
  lay_out_bars(times_chart(what, bars, settles), out);
  return out;
}

Graph speedups_as_bars(const Result& result) {
  constexpr double linear_range = 30;
  Graph out{.id = "speedups",
            .title = "speed-up over the reference",
            .about =
                "A longer bar is faster: how many times as fast each variant is as the reference, with the number of "
                "threads that makes it fastest.",
            .drawing = {}};
  BarChart chart{.axis = "speed-up, ×", .groups = {}};
  const Series series(result);
  const auto counts = [](const ResultRow& row) { return has(row, column::speedup) && !holds(row, column::reference); };
  std::vector<const ResultRow*> rows = best_rows(result, Best::threads_and_block);
  std::erase_if(rows, [&](const ResultRow* row) { return !counts(*row); });
  Names compared;
  for (const ResultRow* row : rows) compared.place(row->text(column::variant));
  if (compared.all().size() < 2) return out;
  double least = 0;
  double largest = 0;
  for (const ResultRow* each : rows) {
    const ResultRow& row = *each;
    const double value = row.number(column::speedup);
    if (!(value > 0)) continue;
    least = least > 0 ? std::min(least, value) : value;
    largest = std::max(largest, value);
    auto group = std::ranges::find(chart.groups, scene_text(row), &BarChart::Group::name);
    if (group == chart.groups.end()) group = chart.groups.insert(group, {scene_text(row), {}});
    const std::string name = variant_in_memory(result, row);
    group->bars.push_back(
        {.name = name, .value = value, .range = {}, .text = times(value), .color = series.color(name)});
  }
  for (BarChart::Group& group : chart.groups)
    std::ranges::stable_sort(group.bars, std::ranges::greater{}, &BarChart::Bar::value);
  chart.logarithmic = largest > linear_range * least;
  if (chart.logarithmic) chart.axis += " (logarithmic)";
  lay_out_bars(chart, out);
  return out;
}

Graph rates_by_block(const Result& result) {
  const bool several_scenes = std::ranges::any_of(result.rows, [&](const ResultRow& row) {
    return row.text(column::scene) != result.rows.front().text(column::scene);
  });
  const std::string unit = result.rows.front().at(column::operations_per_s).unit;
  Plot plot{.x = {.label = "block shape, threads"}, .y = {.label = unit, .prefixes = true}, .legend = Legend::beside};
  Names shapes;
  Names series;
  std::vector<std::string> variants;  // of the lines
  double largest = 0;
  for (const ResultRow& row : result.rows) {
    if (block_of(row) == BlockShape{}) continue;
    const auto at = static_cast<double>(shapes.place(block_text(row)));
    const std::string name = series_of(row, several_scenes);
    if (series.place(name) == plot.lines.size()) {
      plot.lines.push_back({.label = name, .points = {}, .width = 2});
      variants.push_back(variant_in_memory(result, row));
    }
    plot.lines[series.place(name)].points.push_back({at, row.number(column::operations_per_s)});
    largest = std::max(largest, row.number(column::operations_per_s));
  }
  color_lines(plot, result, variants);
  for (std::size_t i = 0; i < shapes.all().size(); ++i)
    plot.x.marks.push_back({static_cast<double>(i), shapes.all()[i]});
  plot.x.scale = PlotScale{-0.5, static_cast<double>(shapes.all().size()) - 0.5, false};
  plot.y.scale = scale_from_zero(largest);
  const PlotStyle& style = svg_style();
  constexpr double height = 430;
  Graph out{.id = "rates", .title = unit + " by block shape", .about = "Higher is faster.", .drawing = {}};
  out.words = in_words(plot);
  out.width = 60 + bars_width + legend_width(plot, style) + 16;
  out.height = std::max(height, 8 + 1.5 * style.line * static_cast<double>(plot.lines.size()));
  lay_out(plot, {0, 0, out.width, height}, style, out.drawing);
  out.plots.push_back(std::move(plot));
  return out;
}

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

}  // namespace heteroscope
