#include "app/window/picture/view.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

double up(bool y_up) {
  return y_up ? 1.0 : -1.0;
}

}  // namespace

Point plane_point(const View& view, Size area, Point pixel, bool y_up) {
  const double unit = view.span / std::max(area.width, 1);
  return {view.x + (pixel.x - area.width * 0.5) * unit, view.y - up(y_up) * (pixel.y - area.height * 0.5) * unit};
}

View zoomed(const View& view, Size area, Point pixel, double factor, bool y_up) {
  const Point fixed = plane_point(view, area, pixel, y_up);
  return {fixed.x + (view.x - fixed.x) * factor, fixed.y + (view.y - fixed.y) * factor, view.span * factor};
}

View panned(const View& view, Size area, Point delta, bool y_up) {
  const double unit = view.span / std::max(area.width, 1);
  return {view.x - delta.x * unit, view.y + up(y_up) * delta.y * unit, view.span};
}

View centered(const View& view, Size area, Point pixel, bool y_up) {
  const Point point = plane_point(view, area, pixel, y_up);
  return {point.x, point.y, view.span};
}

Box box_of(Point start, Point end, Size area) {
  const double width = std::max(area.width, 1);
  const double height = std::max(area.height, 1);
  const double share = std::max(std::abs(end.x - start.x) / width, std::abs(end.y - start.y) / height);
  const double x = start.x + (end.x < start.x ? -share : share) * width;
  const double y = start.y + (end.y < start.y ? -share : share) * height;
  return {{std::min(start.x, x), std::min(start.y, y)}, {std::max(start.x, x), std::max(start.y, y)}};
}

View boxed(const View& view, Size area, const Box& box, bool y_up) {
  const Point middle{(box.from.x + box.to.x) * 0.5, (box.from.y + box.to.y) * 0.5};
  View out = centered(view, area, middle, y_up);
  out.span = view.span * (box.to.x - box.from.x) / std::max(area.width, 1);
  return out;
}

Placement placement(const View& picture, Size picture_size, const View& view, Size area, bool y_up) {
  const double height = view.span * area.height / std::max(area.width, 1);
  const double picture_height = picture.span * picture_size.height / std::max(picture_size.width, 1);
  return {2 * (picture.x - view.x) / view.span, up(y_up) * 2 * (picture.y - view.y) / height, picture.span / view.span,
          picture_height / height};
}

void ViewHistory::leave(const View& before, double now_s, ViewStep step) {
  const bool small = step == ViewStep::small;
  const bool same_burst = small && now_s - last_small_s_ < burst_s && !views_.empty();
  last_small_s_ = small ? now_s : -1e9;
  if (same_burst || (!views_.empty() && views_.back() == before)) return;
  views_.push_back(before);
  if (views_.size() > longest) views_.erase(views_.begin());
}

std::optional<View> ViewHistory::back() {
  if (views_.empty()) return std::nullopt;
  const View out = views_.back();
  views_.pop_back();
  last_small_s_ = -1e9;
  return out;
}

}  // namespace heteroscope
