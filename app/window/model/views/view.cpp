#include "app/window/model/views/view.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

double up(bool y_up) {
  return y_up ? 1.0 : -1.0;
}

/// Returns the length of so many pixels in the plane.
Decimal pixels(const View& view, Size area, double count) {
  return view.span * (count / std::max(area.width, 1));
}

/// Returns the way in the plane that so many pixels to the right and down are.
PlanePoint in_plane(const View& view, Size area, Point pixel, bool y_up) {
  const Turn turn = turn_by(view.rotation);
  const double above = -up(y_up) * pixel.y;
  return {pixels(view, area, pixel.x * turn.cosine - above * turn.sine),
          pixels(view, area, pixel.x * turn.sine + above * turn.cosine)};
}

/// Limits a length that is too large or too small to be drawn to a number that fp32 can compute with.
double drawable(double length) {
  constexpr double farthest = 1e30;
  return std::clamp(length, -farthest, farthest);
}

}  // namespace

PlanePoint plane_point(const View& view, Size area, Point pixel, bool y_up) {
  const PlanePoint away = in_plane(view, area, {pixel.x - area.width * 0.5, pixel.y - area.height * 0.5}, y_up);
  return {view.x + away.x, view.y + away.y};
}

View zoomed(const View& view, Size area, Point pixel, double factor, bool y_up) {
  const PlanePoint fixed = plane_point(view, area, pixel, y_up);
  return {fixed.x + (view.x - fixed.x) * factor, fixed.y + (view.y - fixed.y) * factor, view.span * factor,
          view.rotation};
}

View panned(const View& view, Size area, Point delta, bool y_up) {
  const PlanePoint way = in_plane(view, area, delta, y_up);
  return {view.x - way.x, view.y - way.y, view.span, view.rotation};
}

View rotated(const View& view, double degrees) {
  View out = view;
  out.rotation = half_turn(view.rotation + degrees);
  return out;
}

double angle_between(Point from, Point to, Size area) {
  const auto angle = [&](Point at) { return std::atan2(area.height * 0.5 - at.y, at.x - area.width * 0.5); };
  return half_turn((angle(to) - angle(from)) * 180 / std::numbers::pi);
}

View readable(const View& view) {
  constexpr std::int64_t digits = 9;
  const std::int64_t last = view.span.magnitude() - digits;
  constexpr double parts_of_degree = 1e6;
  return {view.x.rounded(last), view.y.rounded(last), view.span.rounded(last),
          std::round(view.rotation * parts_of_degree) / parts_of_degree};
}

View centered(const View& view, Size area, Point pixel, bool y_up) {
  const PlanePoint point = plane_point(view, area, pixel, y_up);
  return {point.x, point.y, view.span, view.rotation};
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
  out.span = pixels(view, area, box.to.x - box.from.x);
  return out;
}

Placement placement(const View& picture, Size picture_size, const View& view, Size area, bool y_up) {
  const double width = std::max(area.width, 1);
  const double scale = ratio(picture.span, view.span);
  const double higher =
      picture_size.height * width / (std::max(picture_size.width, 1) * static_cast<double>(area.height));
  const Turn turn = turn_by(view.rotation);
  const double x = ratio(picture.x - view.x, view.span);
  const double y = ratio(picture.y - view.y, view.span);
  return {drawable(2 * (x * turn.cosine + y * turn.sine)),
          drawable(up(y_up) * 2 * (y * turn.cosine - x * turn.sine) * width / area.height), drawable(scale),
          drawable(scale * higher), up(y_up) * half_turn(picture.rotation - view.rotation)};
}

void ViewHistory::leave(const LeftView& before, double now_s, ViewStep step) {
  const bool small = step == ViewStep::small;
  const bool same_burst = small && now_s - last_small_s_ < burst_s && !views_.empty();
  last_small_s_ = small ? now_s : -1e9;
  if (same_burst || (!views_.empty() && views_.back() == before)) return;
  views_.push_back(before);
  if (views_.size() > longest) views_.erase(views_.begin());
}

std::optional<LeftView> ViewHistory::back() {
  if (views_.empty()) return std::nullopt;
  const LeftView out = views_.back();
  views_.pop_back();
  last_small_s_ = -1e9;
  return out;
}

std::optional<LeftView> ViewHistory::last_in(const Values& plane) const {
  const auto found =
      std::find_if(views_.rbegin(), views_.rend(), [&](const LeftView& of) { return of.plane == plane; });
  return found == views_.rend() ? std::nullopt : std::optional(*found);
}

}  // namespace heteroscope
