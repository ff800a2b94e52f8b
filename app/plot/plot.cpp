#include "app/plot/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "app/text/csv.hpp"

namespace heteroscope {

Marker marker_of(std::size_t i) {
  static constexpr std::array all{Marker::disk,    Marker::square, Marker::triangle, Marker::diamond,
                                  Marker::flipped, Marker::cross,  Marker::ring};
  return all[i % all.size()];
}

std::string mark_text(const PlotAxis& axis, double at) {
  const auto mark = std::ranges::find(axis.marks, at, &PlotMark::at);
  return mark == axis.marks.end() ? "" : mark->text;
}

std::string plot_csv(const Plot& plot, const std::string& x_name) {
  const auto has_ranges = [](const PlotLine& line) {
    return std::ranges::any_of(line.points, [](const PlotPoint& each) { return each.range.has_value(); });
  };
  const std::string of = plot.y.label.empty() ? "" : " (" + plot.y.label + ")";
  std::set<double> places;
  std::vector<std::string> cells{x_name};
  for (const PlotLine& line : plot.lines) {
    if (line.label.empty()) continue;
    cells.push_back(line.label + of);
    if (has_ranges(line)) cells.insert(cells.end(), {line.label + ", least" + of, line.label + ", most" + of});
    for (const PlotPoint& each : line.points) places.insert(each.x);
  }
  std::string out = csv_line(cells);
  const auto number = [](double value) { return fmt::format("{}", value); };
  for (const double x : places) {
    const std::string text = mark_text(plot.x, x);
    cells = {text.empty() ? number(x) : text};
    for (const PlotLine& line : plot.lines) {
      if (line.label.empty()) continue;
      const auto point = std::ranges::find(line.points, x, &PlotPoint::x);
      const bool there = point != line.points.end() && std::isfinite(point->y);
      cells.push_back(there ? number(point->y) : "");
      if (!has_ranges(line)) continue;
      const bool range = there && point->range;
      cells.push_back(range ? number(point->range->low) : "");
      cells.push_back(range ? number(point->range->high) : "");
    }
    out += csv_line(cells);
  }
  return out;
}

}  // namespace heteroscope
