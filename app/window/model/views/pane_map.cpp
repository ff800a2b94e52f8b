#include "app/window/model/views/pane_map.hpp"

#include <algorithm>

namespace heteroscope {
namespace {

Point swapped(Point point) {
  return {point.y, point.x};
}

}  // namespace

Point PaneMap::delta_to_view(Point delta) const {
  const Point out{delta.x / scale, delta.y / scale};
  return turned ? swapped(out) : out;
}

Point PaneMap::to_view(Point at) const {
  const Point offset = delta_to_view({at.x - pane.width * 0.5, at.y - pane.height * 0.5});
  return {offset.x + pane.width * 0.5, offset.y + pane.height * 0.5};
}

Point PaneMap::to_pane(Point at) const {
  Point offset{at.x - pane.width * 0.5, at.y - pane.height * 0.5};
  if (turned) offset = swapped(offset);
  return {offset.x * scale + pane.width * 0.5, offset.y * scale + pane.height * 0.5};
}

Placement PaneMap::to_pane(const Placement& place) const {
  const double width = std::max(pane.width, 1);
  const double height = std::max(pane.height, 1);
  const Point center = to_pane(Point{(place.x + 1) * 0.5 * width, (1 - place.y) * 0.5 * height});
  Point half{place.half_width * width, place.half_height * height};
  if (turned) half = swapped(half);
  return {2 * center.x / width - 1, 1 - 2 * center.y / height, half.x * scale / width, half.y * scale / height,
          turned ? -place.turn : place.turn};
}

double turned_scale(Size size) {
  const double width = std::max(size.width, 1);
  const double height = std::max(size.height, 1);
  return std::min(width / height, height / width);
}

}  // namespace heteroscope
