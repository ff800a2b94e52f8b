#include "app/commands/bench/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "app/commands/bench/curves.hpp"
#include "app/commands/bench/plot.hpp"
#include "app/commands/bench/text.hpp"
#include "app/commands/table.hpp"

namespace heteroscope {

namespace {

using namespace plot;

constexpr double plot_width = 720;
/// Times that differ by more than this need a logarithmic axis.
constexpr double linear_range = 30;

std::string rates_by_block(const Bench& bench) {
  Names shapes, series;
  const bool several_scenes = std::ranges::any_of(
      bench.rows, [&](const BenchRow& row) { return row.what.scene != bench.rows.front().what.scene; });
  const auto name_of = [&](const BenchRow& row) {
    return fmt::format("{}{} {}", several_scenes ? row.what.scene + " " : "", row.what.variant,
                       id_of(row.what.settings.problem.precision));
  };
  double largest = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    shapes.place(block_text(row.block));
    series.place(name_of(row));
    largest = std::max(largest, row.operations_per_s);
  }
  const std::string unit = std::string(bench.rows.front().work.unit) + "/s";
  const double left = margin + 76;
  const double right = left + plot_width;
  const double width = right + 56 + series.width() + margin;
  constexpr double height = 360;
  Canvas canvas;
  const std::string title = fmt::format("{}: {} by block shape", bench.title, unit);
  const double top = heading(canvas, bench, title, width);
  const Scale scale(0, largest > 0 ? largest : 1, false);
  const auto y_of = [&](double value) { return top + height * (1 - scale.share(value)); };
  for (const double tick : scale.ticks) {
    canvas.line(left, y_of(tick), right, y_of(tick), tick == 0 ? axis_color : grid_color);
    canvas.text(left - 8, y_of(tick) + 4, with_prefix(tick), "end");
  }
  const double step = plot_width / static_cast<double>(shapes.all().size());
  const auto x_of = [&](std::size_t shape) { return left + step * (static_cast<double>(shape) + 0.5); };
  for (std::size_t i = 0; i < shapes.all().size(); ++i)
    canvas.text(x_of(i), top + height + 18, shapes.all()[i], "middle");
  canvas.text(left + plot_width / 2, top + height + 40, "block shape, threads", "middle");
  canvas.text_upward(margin + 4, top + height / 2, unit);
  for (std::size_t i = 0; i < series.all().size(); ++i) {
    const std::string color = color_of(i, series.all().size());
    std::optional<std::pair<double, double>> last;
    for (const BenchRow& row : bench.rows) {
      if (row.block == BlockShape{} || series.place(name_of(row)) != i) continue;
      const std::pair point(x_of(shapes.place(block_text(row.block))), y_of(row.operations_per_s));
      if (last) canvas.line(last->first, last->second, point.first, point.second, color, 2);
      canvas.dot(point.first, point.second, color);
      last = point;
    }
    const double y = top + 8 + 22 * static_cast<double>(i);
    canvas.line(right + 16, y, right + 44, y, color, 2);
    canvas.dot(right + 30, y, color);
    canvas.text(right + 52, y + 4, series.all()[i]);
  }
  const double legend_end = top + 22 * static_cast<double>(series.all().size());
  const double bottom = footnotes(canvas, bench, std::max(top + height + 48, legend_end), width);
  return canvas.svg(width, bottom, title);
}

/// A row's time: of a step where runs are of some steps, to the end of what settles.
double time_of(const BenchRow& row) {
  return row.settled ? row.ms.median : row.step_ms().value_or(row.ms.median);
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
  Names groups, series;
  double least = 0, largest = 0;
  for (const BenchRow& row : bench.rows) {
    groups.place(group_of(row));
    series.place(name_of(row));
    const double ms = time_of(row);
    if (ms > 0) least = least > 0 ? std::min(least, ms) : ms;
    largest = std::max(largest, ms);
  }
  if (!(largest > 0)) least = largest = 1;
  const Scale scale(least, largest, settles || largest > linear_range * least);
  const double left = margin + std::max(series.width(), groups.width()) + 12;
  const double right = left + plot_width;
  const double width = right + 16 * letter + margin;
  Canvas bars;
  const std::string title = fmt::format("{}: {}", bench.title, what);
  const double top = heading(bars, bench, title, width);
  constexpr double bar_height = 13, bar_step = 17, group_gap = 12;
  const double height = bar_step * static_cast<double>(bench.rows.size()) +
                        (bar_step + group_gap) * static_cast<double>(groups.all().size());
  const auto x_of = [&](double value) { return left + plot_width * scale.share(value); };
  for (const double tick : scale.ticks) {
    bars.line(x_of(tick), top, x_of(tick), top + height, grid_color);
    bars.text(x_of(tick), top + height + 18, fmt::format("{:.6g}", tick), "middle");
  }
  double y = top;
  for (std::size_t group = 0; group < groups.all().size(); ++group) {
    bars.text(margin, y + 13, groups.all()[group], "start", bold);
    y += bar_step;
    for (const BenchRow& row : bench.rows) {
      if (groups.place(group_of(row)) != group) continue;
      const double ms = time_of(row);
      const std::string color = color_of(series.place(name_of(row)), series.all().size());
      const double end = ms > 0 ? x_of(ms) : left;
      bars.text(left - 8, y + 11, name_of(row), "end");
      bars.bar(left, y, end - left, bar_height, color, row.settled != false);
      bars.text(end + 6, y + 11, milliseconds(ms));
      y += bar_step;
    }
    y += group_gap;
  }
  bars.line(left, top, left, top + height, axis_color);
  bars.line(left, top + height, right, top + height, axis_color);
  bars.text(left + plot_width / 2, top + height + 40,
            fmt::format("{}, ms{}", what, scale.logarithmic ? " (logarithmic)" : ""), "middle");
  const double bottom = footnotes(bars, bench, top + height + 48, width);
  return bars.svg(width, bottom, title);
}

}  // namespace

bool compares_blocks(const Bench& bench) {
  std::set<std::string> shapes;
  std::set<std::string> series;
  std::size_t rows = 0;
  for (const BenchRow& row : bench.rows) {
    if (row.block == BlockShape{}) continue;
    shapes.insert(block_text(row.block));
    series.insert(
        fmt::format("{} {} {}", row.what.scene, row.what.variant, id_of(row.what.settings.problem.precision)));
    ++rows;
  }
  return shapes.size() > 1 && rows > series.size();
}

std::string bench_svg(const Bench& bench) {
  if (bench.suite != nullptr && !bench.suite->axis.empty()) return times_over_axis(bench);
  return compares_blocks(bench) ? rates_by_block(bench) : times_as_bars(bench);
}

}  // namespace heteroscope
