#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/window/model/views/view.hpp"
#include "core/run/frame.hpp"

/// The points that a result's cells are computed from, where the workload has such: what is drawn of them, and where.
namespace heteroscope {

/// Points of the unit square, y upward.
struct Disks {
  std::vector<Point> centers;
  double radius = 0;                   ///< 0: dots
  std::vector<std::uint8_t> touching;  ///< whether each touches another one; empty where they are dots
  std::size_t touched = 0;             ///< how many do
};

/// The radius, where a table is drawn with these parameters.
std::optional<double> drawn_radius(const Workload& workload, const Values& values);
/// What the frame's table holds; nothing where it is not to be drawn.
std::optional<Disks> disks_of(const Frame& frame);

/// Which disks of that radius touch another one: |a − b|² ≤ (2 r)², in the table's precision, as cells compare.
std::vector<std::uint8_t> touching_disks(const FieldView& table, double radius);

/// The disk under a point of the unit square, or the nearest one within `reach` of its edge.
std::optional<int> disk_at(const Disks& disks, Point at, double reach);

/// The largest square with a strip of that height above it that stands in the upper right corner of the pane, `gap`
/// from its sides, and hides no value of a picture of `size` cells that stands at `picture`. Nothing where the square's
/// side would be less than `smallest`.
std::optional<Box> inset_box(const Box& pane, const Box& picture, Size size, Domain domain, double strip, double gap,
                             double smallest);

}  // namespace heteroscope
