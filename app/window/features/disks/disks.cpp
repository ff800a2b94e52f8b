#include "app/window/features/disks/disks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "core/model/bound.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {
namespace {

/// Points of the unit square, sorted into the cells of a grid so coarse that disks that touch lie in neighboring cells.
class Buckets {
 public:
  Buckets(const std::vector<Point>& points, double diameter) {
    constexpr double margin = 1.001;  // for a comparison in single precision
    const double most = std::sqrt(static_cast<double>(points.size()));
    side_ = static_cast<int>(std::clamp(std::floor(1 / (diameter * margin)), 1.0, std::max(most, 1.0)));
    starts_.assign(static_cast<std::size_t>(side_) * side_ + 1, 0);
    for (const Point& each : points) ++starts_[cell_of(each) + 1];
    std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
    ids_.resize(points.size());
    std::vector<std::size_t> next(starts_.begin(), starts_.end() - 1);
    for (std::size_t i = 0; i < points.size(); ++i) ids_[next[cell_of(points[i])]++] = i;
  }

  /// Returns whether `touches` holds for a point in this cell or its neighbors.
  template <class Touches>
  [[nodiscard]] bool any_near(const Point& at, const Touches& touches) const {
    const auto [column, row] = place_of(at);
    for (int y = std::max(row - 1, 0); y <= std::min(row + 1, side_ - 1); ++y) {
      for (int x = std::max(column - 1, 0); x <= std::min(column + 1, side_ - 1); ++x) {
        const std::size_t cell = static_cast<std::size_t>(y) * side_ + x;
        for (std::size_t i = starts_[cell]; i < starts_[cell + 1]; ++i) {
          if (touches(ids_[i])) return true;
        }
      }
    }
    return false;
  }

 private:
  [[nodiscard]] std::array<int, 2> place_of(const Point& at) const {
    const auto along = [&](double share) { return std::clamp(static_cast<int>(share * side_), 0, side_ - 1); };
    return {along(at.x), along(at.y)};
  }
  [[nodiscard]] std::size_t cell_of(const Point& at) const {
    const auto [column, row] = place_of(at);
    return static_cast<std::size_t>(row) * side_ + column;
  }

  int side_ = 1;
  std::vector<std::size_t> starts_;
  std::vector<std::size_t> ids_;
};

std::vector<Point> points_of(const FieldView& table) {
  std::vector<Point> out(static_cast<std::size_t>(table.size.width));
  with_precision(table.precision, [&]<class T>() {
    const T* const x = table.row<T>(0);
    const T* const y = table.row<T>(1);
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = {static_cast<double>(x[i]), static_cast<double>(y[i])};
  });
  return out;
}

}  // namespace

std::optional<double> drawn_radius(const Workload& workload, const Values& values) {
  const std::optional<std::any> parameters = workload.points ? bound(workload, values) : std::nullopt;
  return parameters ? std::optional(workload.points->radius(*parameters)) : std::nullopt;
}

std::optional<Disks> disks_of(const Frame& frame) {
  const auto radius = drawn_radius(*frame.plan.workload, frame.plan.settings.problem.parameters);
  if (!radius || frame.table.empty() || !frame.table.on_host()) return std::nullopt;
  const FieldView table = frame.table.host_view();
  Disks out{.centers = points_of(table), .radius = *radius};
  if (*radius <= 0) return out;
  out.touching = touching_disks(table, *radius);
  out.touched = static_cast<std::size_t>(std::count(out.touching.begin(), out.touching.end(), 1));
  return out;
}

std::vector<std::uint8_t> touching_disks(const FieldView& table, double radius) {
  const std::vector<Point> points = points_of(table);
  std::vector<std::uint8_t> out(points.size(), 0);
  if (!(radius > 0)) return out;
  const Buckets buckets(points, 2 * radius);
  with_precision(table.precision, [&]<class T>() {
    const T* const x = table.row<T>(0);
    const T* const y = table.row<T>(1);
    const T diameter = static_cast<T>(2 * radius);
    const T reach = diameter * diameter;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = buckets.any_near(points[i], [&](std::size_t j) {
        const T dx = x[i] - x[j];
        const T dy = y[i] - y[j];
        return i != j && std::fma(dx, dx, dy * dy) <= reach;
      });
    }
  });
  return out;
}

std::optional<int> disk_at(const Disks& disks, Point at, double reach) {
  std::optional<int> out;
  double nearest = disks.radius + reach;
  for (std::size_t i = 0; i < disks.centers.size(); ++i) {
    const double distance = std::hypot(disks.centers[i].x - at.x, disks.centers[i].y - at.y);
    if (distance > nearest) continue;
    nearest = distance;
    out = static_cast<int>(i);
  }
  return out;
}

std::optional<Box> inset_box(const Box& pane, const Box& picture, Size size, Domain domain, double strip, double gap,
                             double smallest) {
  const double right = pane.to.x - gap;
  const double top = pane.from.y + gap + strip;
  double side = std::max(right - (picture.to.x + gap), picture.from.y - gap - top);
  const double width = picture.to.x - picture.from.x;
  const double height = picture.to.y - picture.from.y;
  if (domain == Domain::lower_triangle && width > 0 && height > 0 && size.area() > 0) {
    // The square's lower left corner in cells, (u, v), must have u ≥ v + 1: the cell on the diagonal in row v ends at
    // column v + 1. Both are linear in the square's side.
    const double across = size.width / width;
    const double down = size.height / height;
    const double u = (right - gap - picture.from.x) * across;
    const double v = (top + gap - picture.from.y) * down;
    side = std::max(side, (u - v - 1) / (across + down));
  }
  side = std::min({side, right - pane.from.x - gap, pane.to.y - gap - top});
  if (!(side >= smallest)) return std::nullopt;
  return Box{{right - side, top - strip}, {right, top + side}};
}

}  // namespace heteroscope
