#include "app/window/picture/sample_view.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

// Shares of the visible part: how far a sample reaches beyond it, and how far it must at least reach before a new one
// is made.
constexpr double margin = 0.125;
constexpr double least_margin = 0.03;

/// Returns the cells along a side of an element if a field's `cells` stand on `pixels` pixels and `seen` of them are
/// visible.
int step_of(double cells, double pixels, double seen, int longest) {
  // rounding must not turn two cells a pixel into 1.999…
  const double by_pixels = std::floor(cells / std::max(pixels, 1e-9) * (1 + 1e-9));
  const double by_sides = std::ceil((1 + 2 * margin) * seen / (longest - 2));
  return static_cast<int>(std::clamp(std::max(by_pixels, by_sides), 1.0, cells));
}

struct Span {
  int from = 0;
  int count = 0;
};

/// Returns the elements of `step` cells that hold the cells from `from` to `to`, with a margin.
Span span_of(double from, double to, int cells, int step) {
  const double beyond = (to - from) * margin;
  const auto first = static_cast<int>(std::floor(std::max(from - beyond, 0.0) / step));
  const double last = std::ceil(std::min(to + beyond, static_cast<double>(cells)) / step);
  return {first * step, std::max(static_cast<int>(last) - first, 1)};
}

bool holds_range(int first, int step, int count, double from, double to, int cells) {
  const double beyond = (to - from) * least_margin;
  const double end = first + static_cast<double>(step) * count;
  return first <= std::max(from - beyond, 0.0) && end >= std::min(to + beyond, static_cast<double>(cells));
}

/// Returns the place of an edge as a share of the field, from its middle and half its extent.
double share(double edge, double middle, double half) {
  return std::clamp((edge - (middle - half)) / (2 * half), 0.0, 1.0);
}

}  // namespace

std::optional<SeenCells> seen_cells(const Placement& place, Size field, Size area) {
  if (field.area() <= 0 || area.area() <= 0) return std::nullopt;
  const SeenCells out{
      share(-1, place.x, place.half_width) * field.width, share(-1, -place.y, place.half_height) * field.height,
      share(1, place.x, place.half_width) * field.width, share(1, -place.y, place.half_height) * field.height};
  if (!(out.right > out.left && out.bottom > out.top)) return std::nullopt;
  return out;
}

SampleGrid grid_for(const Placement& place, Size field, Size area, const SeenCells& seen, int longest) {
  const int across = step_of(field.width, place.half_width * area.width, seen.right - seen.left, longest);
  const int down = step_of(field.height, place.half_height * area.height, seen.bottom - seen.top, longest);
  const Span columns = span_of(seen.left, seen.right, field.width, across);
  const Span rows = span_of(seen.top, seen.bottom, field.height, down);
  return {columns.from, rows.from, across, down, {columns.count, rows.count}};
}

bool serves(const SampleGrid& there, const SampleGrid& wanted, Size field, const SeenCells& seen) {
  return there.across == wanted.across && there.down == wanted.down &&
         holds_range(there.x, there.across, there.size.width, seen.left, seen.right, field.width) &&
         holds_range(there.y, there.down, there.size.height, seen.top, seen.bottom, field.height);
}

bool covers_all(const SampleGrid& grid, Size field) {
  return grid.x == 0 && grid.y == 0 && std::int64_t{grid.across} * grid.size.width >= field.width &&
         std::int64_t{grid.down} * grid.size.height >= field.height;
}

Placement placement(const SampleGrid& grid, Size field, const Placement& place) {
  const double left = static_cast<double>(grid.x) / field.width;
  const double top = static_cast<double>(grid.y) / field.height;
  const double right = std::min(1.0, (grid.x + static_cast<double>(grid.across) * grid.size.width) / field.width);
  const double bottom = std::min(1.0, (grid.y + static_cast<double>(grid.down) * grid.size.height) / field.height);
  return {place.x + place.half_width * (left + right - 1), place.y - place.half_height * (top + bottom - 1),
          place.half_width * (right - left), place.half_height * (bottom - top)};
}

Point share_on_field(const SampleGrid& grid, Size field) {
  const double width = static_cast<double>(grid.across) * grid.size.width;
  const double height = static_cast<double>(grid.down) * grid.size.height;
  return {std::min(1.0, (field.width - grid.x) / width), std::min(1.0, (field.height - grid.y) / height)};
}

}  // namespace heteroscope
