#include "app/plot/drawing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace heteroscope {
namespace {

/// The part of a segment that lies in the area, by the four half-planes one after the other (Liang and Barsky).
std::optional<std::array<Spot, 2>> part_in(const Spot& a, const Spot& b, const Area& to) {
  const double across = b.x - a.x;
  const double down = b.y - a.y;
  double first = 0;
  double last = 1;
  const std::array<std::array<double, 2>, 4> sides{
      {{-across, a.x - to.left}, {across, to.right - a.x}, {-down, a.y - to.top}, {down, to.bottom - a.y}}};
  for (const auto& [step, room] : sides) {
    if (step == 0 && room < 0) return std::nullopt;
    if (step < 0) first = std::max(first, room / step);
    if (step > 0) last = std::min(last, room / step);
  }
  if (first > last) return std::nullopt;
  return std::array<Spot, 2>{{{a.x + first * across, a.y + first * down}, {a.x + last * across, a.y + last * down}}};
}

void shift(DrawnLine& line, Spot by) {
  for (Spot& each : line.points) each = {each.x + by.x, each.y + by.y};
}
void shift(DrawnBox& box, Spot by) {
  Area& a = box.area;
  a = {a.left + by.x, a.top + by.y, a.right + by.x, a.bottom + by.y};
}
template <class Shape>
void shift(Shape& shape, Spot by) {
  shape.at = {shape.at.x + by.x, shape.at.y + by.y};
}

}  // namespace

Drawing shifted(Drawing drawing, Spot by) {
  for (DrawnShape& each : drawing) std::visit([&](auto& shape) { shift(shape, by); }, each);
  return drawing;
}

std::uint32_t with_opacity(std::uint32_t color, double share) {
  const auto alpha = static_cast<std::uint32_t>(std::lround((color >> 24) * std::clamp(share, 0.0, 1.0)));
  return (color & 0x00ffffffu) | alpha << 24;
}

std::vector<Spot> corners_of(const DrawnMark& mark) {
  const auto& [at, marker, radius, color] = mark;
  const double r = radius;
  switch (marker) {
    case Marker::square:
      return {{at.x - 0.9 * r, at.y - 0.9 * r},
              {at.x + 0.9 * r, at.y - 0.9 * r},
              {at.x + 0.9 * r, at.y + 0.9 * r},
              {at.x - 0.9 * r, at.y + 0.9 * r}};
    case Marker::triangle:
      return {{at.x, at.y - 1.2 * r}, {at.x + 1.1 * r, at.y + 0.8 * r}, {at.x - 1.1 * r, at.y + 0.8 * r}};
    case Marker::flipped:
      return {{at.x - 1.1 * r, at.y - 0.8 * r}, {at.x + 1.1 * r, at.y - 0.8 * r}, {at.x, at.y + 1.2 * r}};
    case Marker::diamond:
      return {{at.x, at.y - 1.3 * r}, {at.x + 1.3 * r, at.y}, {at.x, at.y + 1.3 * r}, {at.x - 1.3 * r, at.y}};
    case Marker::cross:
      return {{at.x - r, at.y - r}, {at.x + r, at.y + r}, {at.x - r, at.y + r}, {at.x + r, at.y - r}};
    case Marker::none:
    case Marker::disk:
    case Marker::ring:
      return {};
  }
  return {};
}

std::vector<DrawnLine> clipped(const DrawnLine& line, const Area& to) {
  std::vector<DrawnLine> out;
  bool goes_on = false;
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    const auto part = part_in(line.points[i - 1], line.points[i], to);
    if (!part) {
      goes_on = false;
      continue;
    }
    const auto& [from, end] = *part;
    if (!goes_on) out.push_back({.points = {from}, .color = line.color, .width = line.width});
    out.back().points.push_back(end);
    goes_on = end.x == line.points[i].x && end.y == line.points[i].y;
  }
  return out;
}

}  // namespace heteroscope
