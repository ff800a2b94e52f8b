#include "app/commands/study/split_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/bench/figure.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "app/text/table.hpp"

namespace heteroscope {

namespace {

constexpr double plot_width = 600;
constexpr double plot_height = 430;
constexpr std::uint32_t frame_color = 0xff222222u;

PlotScale times_of(const Bench& bench) {
  double least = bench.rows.front().lanes->ideal_ms();
  double largest = least;
  for (const BenchRow& row : bench.rows) {
    least = std::min(least, row.lanes->ideal_ms());
    largest = std::max(largest, row.lanes->frame_ms);
  }
  return round_scale(least, largest, true);
}

/// What lies below the axis is left out.
PlotLine line_of(const Bench& bench, const PlotScale& scale, const std::string& label,
                 const std::function<double(const BenchRow&)>& ms) {
  PlotLine out{.label = label, .points = {}};
  for (const BenchRow& row : bench.rows) {
    if (ms(row) >= scale.low) out.points.push_back({100 * share_of_row(row), ms(row)});
  }
  return out;
}

}  // namespace

double share_of_row(const BenchRow& row) {
  return row.what.settings.execution.shares.front();
}

std::size_t fastest_row(const Bench& bench) {
  return static_cast<std::size_t>(
      std::ranges::min_element(bench.rows, {}, [](const BenchRow& row) { return row.lanes->frame_ms; }) -
      bench.rows.begin());
}

std::string split_svg(const Bench& bench, const Result& result) {
  const BenchRow& best = bench.rows[fastest_row(bench)];
  const std::vector<LaneFigures>& lanes = best.lanes->lanes;
  const PlotStyle& style = svg_style();
  Plot plot{.x = {.label = "share, %"},
            .y = {.label = "time, ms (logarithmic)", .logarithmic = true},
            .legend = Legend::beside};
  plot.x.scale = PlotScale{0, 100, false};
  plot.y.scale = times_of(bench);
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    plot.lines.push_back(line_of(bench, *plot.y.scale, name_of(lanes[i].lane),
                                 [i](const BenchRow& row) { return row.lanes->lanes[i].ms; }));
    plot.lines.back().color = series_color(i, lanes.size());
    plot.lines.back().marker = marker_of(i + 1);
  }
  plot.lines.push_back(line_of(bench, *plot.y.scale, "frame", [](const BenchRow& row) { return row.lanes->frame_ms; }));
  plot.lines.back().color = frame_color;
  plot.lines.back().marker = marker_of(0);
  plot.lines.back().width = 2.5;
  const double ideal = best.lanes->ideal_ms();
  plot.guides.push_back({.at = ideal, .color = style.axis, .label = "ideal, " + milliseconds(ideal)});
  plot.guides.push_back(
      {.at = 100 * share_of_row(best),
       .upward = true,
       .color = style.axis,
       .label = fmt::format("{:.4g} %: {}", 100 * share_of_row(best), milliseconds(best.lanes->frame_ms))});
  const std::string title = fmt::format("{}: a frame's time by the share of {}", bench.title,
                                        lanes.size() > 2 ? "the GPUs" : name_of(lanes.front().lane));
  const double width = 2 * figure_margin + plot_width + legend_width(plot, style) + 16;
  Drawing out;
  const double top = heading(out, result, title, width);
  lay_out(plot, {figure_margin, top, width - figure_margin, top + plot_height}, style, out);
  return svg(out, width, footnotes(out, result, top + plot_height + 12, width), title);
}

}  // namespace heteroscope
