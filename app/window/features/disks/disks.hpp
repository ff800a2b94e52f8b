#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/window/model/views/view.hpp"
#include "core/frame/frame.hpp"

/// The points from which a result's cells are computed, where the workload has points, and their drawing.
namespace heteroscope {

/// Points of the unit square, y upward.
struct Disks {
  std::vector<Point> centers;
  double radius = 0;                   ///< 0: points are drawn as dots
  std::vector<std::uint8_t> touching;  ///< whether each disk touches another one; empty for dots
  std::size_t touched = 0;             ///< how many disks touch another one
};

/// Returns the radius of the points with these parameters; nothing where these have no points.
std::optional<double> drawn_radius(const Workload& workload, const Values& values);
/// Returns the points in the frame's table; nothing where there are none.
std::optional<Disks> disks_of(const Frame& frame);

/// Returns for each disk whether it touches another one: |a − b|² ≤ (2 r)², in the table's precision, as cells compare.
std::vector<std::uint8_t> touching_disks(const FieldView& table, double radius);

/// Returns the place of the disk at a point of the unit square, or of the nearest disk whose edge is at most `reach`
/// from it.
std::optional<int> disk_at(const Disks& disks, Point at, double reach);

/// Returns the largest square, with a strip of height `strip` above it, that fits into the upper right corner of the
/// pane, `gap` from its sides, and hides no value of the picture of `size` cells at `picture`. Returns nothing where
/// the square's side would be less than `smallest`.
std::optional<Box> inset_box(const Box& pane, const Box& picture, Size size, Domain domain, double strip, double gap,
                             double smallest);

}  // namespace heteroscope
