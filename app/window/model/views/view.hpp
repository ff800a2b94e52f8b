#pragma once

#include <optional>
#include <vector>

#include "core/model/settings/view.hpp"
#include "core/model/value.hpp"
#include "core/numbers/decimal.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// A place in the picture area: pixels from its top left corner.
struct Point {
  double x = 0;
  double y = 0;
  bool operator==(const Point&) const = default;
};

/// A place in the plane that the area shows, at any depth.
struct PlanePoint {
  Decimal x, y;
  bool operator==(const PlanePoint&) const = default;
};

/// The rectangle of a zoom box, in pixels of the picture area.
struct Box {
  Point from;  ///< top left
  Point to;    ///< bottom right
};

/// Where a picture stands in the view, in normalized device coordinates: center and half extents.
struct Placement {
  double x = 0, y = 0, half_width = 1, half_height = 1;
  double turn = 0;  ///< degrees by which it is turned counterclockwise on the screen, about its center
};

/// Returns the point of the plane at a pixel of the area. `y_up`: the second coordinate grows upward.
PlanePoint plane_point(const View& view, Size area, Point pixel, bool y_up);
/// Returns the view scaled by `factor` (below 1: closer), with the point under `pixel` kept in place.
View zoomed(const View& view, Size area, Point pixel, double factor, bool y_up);
/// Returns the view after the picture was dragged by `delta` pixels.
View panned(const View& view, Size area, Point delta, bool y_up);
/// Returns the view turned by so many degrees: what is seen turns clockwise about the middle.
View rotated(const View& view, double degrees);
/// Returns by how many degrees a pixel of the area turns counterclockwise about its middle, when it moves so.
double angle_between(Point from, Point to, Size area);
/// Returns the view without invisible digits: rounded to a billionth of its width and of a turn, far less than a pixel.
View readable(const View& view);
/// Returns the view with the same scale around the point at `pixel`.
View centered(const View& view, Size area, Point pixel, bool y_up);
/// Returns the box that a drag from `start` to `end` draws: one corner stays at `start`, the area's aspect is kept.
Box box_of(Point start, Point end, Size area);
/// Returns the view of the box.
View boxed(const View& view, Size area, const Box& box, bool y_up);
/// Returns where a picture of the view `picture` stands while `view` is shown.
Placement placement(const View& picture, Size picture_size, const View& view, Size area, bool y_up);

/// The kind of a change of view: `small` steps that follow each other closely (turns of the wheel) are one entry of the
/// history.
enum class ViewStep { small, whole };

/// The limit of iterations of a view that was left.
struct LeftLimit {
  std::optional<double> limit;  ///< none if the view has none
  bool held = false;            ///< the limit came with the view and did not follow it
  bool operator==(const LeftLimit&) const = default;
};

struct LeftView {
  View view;
  LeftLimit limit;
  Values plane;  ///< values that choose the plane of the view; none if there is only one plane
  bool operator==(const LeftView&) const = default;
};

/// The history of views, for going back.
class ViewHistory {
 public:
  static constexpr double burst_s = 0.7;
  static constexpr std::size_t longest = 200;

  /// Adds the view `before`, which is left at `now_s`; a small step within burst_s of another belongs to the same
  /// entry.
  void leave(const LeftView& before, double now_s, ViewStep step = ViewStep::whole);
  /// Returns the view to go back to; nothing at the beginning.
  std::optional<LeftView> back();
  /// Returns the view that was left last in a plane; nothing if there is none.
  [[nodiscard]] std::optional<LeftView> last_in(const Values& plane) const;
  [[nodiscard]] bool empty() const { return views_.empty(); }
  void clear() { views_.clear(); }

 private:
  std::vector<LeftView> views_;
  double last_small_s_ = -1e9;
};

}  // namespace heteroscope
