#include "app/commands/study/split_svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include "app/commands/bench/plot.hpp"
#include "app/commands/table.hpp"

namespace heteroscope {

namespace {

using namespace plot;

constexpr double plot_width = 520;
constexpr double plot_height = 340;
constexpr std::string_view frame_color = "#222222";

/// Times over shares of 0 to 1.
struct Area {
  double left, top;
  Scale times;
  [[nodiscard]] double x(double share) const { return left + plot_width * share; }
  [[nodiscard]] double y(double ms) const { return top + plot_height * (1 - times.share(ms)); }
};

Scale times_of(const Bench& bench) {
  double least = bench.rows.front().lanes->ideal_ms();
  double largest = least;
  for (const BenchRow& row : bench.rows) {
    least = std::min(least, row.lanes->ideal_ms());
    largest = std::max(largest, row.lanes->frame_ms);
  }
  return {least, largest, true};
}

void draw_axes(Canvas& canvas, const Area& area) {
  for (const double tick : area.times.ticks) {
    canvas.line(area.left, area.y(tick), area.left + plot_width, area.y(tick), grid_color);
    canvas.text(area.left - 6, area.y(tick) + 4, fmt::format("{:.6g}", tick), "end");
  }
  constexpr int parts = 10;
  for (int i = 0; i <= parts; ++i) {
    const double x = area.x(static_cast<double>(i) / parts);
    canvas.line(x, area.top + plot_height, x, area.top + plot_height + 4, axis_color);
    canvas.text(x, area.top + plot_height + 18, fmt::format("{}", i * 100 / parts), "middle");
  }
  canvas.line(area.left, area.top, area.left, area.top + plot_height, axis_color);
  canvas.line(area.left, area.top + plot_height, area.left + plot_width, area.top + plot_height, axis_color);
  canvas.text(area.left + plot_width / 2, area.top + plot_height + 36, "share, %", "middle");
  canvas.text_upward(margin + 4, area.top + plot_height / 2, "time, ms (logarithmic)");
}

/// What lies below the axis is left out.
void draw_curve(Canvas& canvas, const Area& area, const Bench& bench, const std::string& color, double width,
                const std::function<double(const BenchRow&)>& ms) {
  const BenchRow* before = nullptr;
  for (const BenchRow& row : bench.rows) {
    if (!(ms(row) >= std::pow(10, area.times.low))) continue;
    const double x = area.x(share_of_row(row));
    const double y = area.y(ms(row));
    if (before != nullptr) canvas.line(area.x(share_of_row(*before)), area.y(ms(*before)), x, y, color, width);
    canvas.dot(x, y, color);
    before = &row;
  }
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

std::string split_svg(const Bench& bench) {
  const BenchRow& best = bench.rows[fastest_row(bench)];
  const std::vector<LaneFigures>& lanes = best.lanes->lanes;
  const std::string title = fmt::format("{}: a frame's time by the share of {}", bench.title,
                                        lanes.size() > 2 ? "the GPUs" : name_of(lanes.front().lane));
  const double width = margin + 60 + plot_width + 190;
  Canvas canvas;
  const Area area{.left = margin + 60, .top = heading(canvas, bench, title, width) + 16, .times = times_of(bench)};
  draw_axes(canvas, area);
  double key = area.top + 8;
  const auto legend = [&](const std::string& words, std::string_view color) {
    const double left = area.left + plot_width + 16;
    canvas.line(left, key, left + 28, key, color, 2);
    canvas.text(left + 36, key + 4, words);
    key += 22;
  };
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    const std::string color = color_of(i, lanes.size());
    draw_curve(canvas, area, bench, color, 1.5, [i](const BenchRow& row) { return row.lanes->lanes[i].ms; });
    legend(name_of(lanes[i].lane), color);
  }
  draw_curve(canvas, area, bench, std::string(frame_color), 2.5,
             [](const BenchRow& row) { return row.lanes->frame_ms; });
  legend("frame", frame_color);
  const double ideal = area.y(best.lanes->ideal_ms());
  canvas.line(area.left, ideal, area.left + plot_width, ideal, axis_color);
  legend(fmt::format("ideal, {}", milliseconds(best.lanes->ideal_ms())), axis_color);
  const double x = area.x(share_of_row(best));
  canvas.line(x, area.top, x, area.top + plot_height, axis_color);
  canvas.text(x, area.top - 6,
              fmt::format("{:.4g} %: {}", 100 * share_of_row(best), milliseconds(best.lanes->frame_ms)), "middle",
              bold);
  return canvas.svg(width, footnotes(canvas, bench, area.top + plot_height + 48, width), title);
}

}  // namespace heteroscope
