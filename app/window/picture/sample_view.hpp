#pragma once

#include <optional>

#include "app/window/model/views/view.hpp"
#include "core/summary/sample.hpp"

namespace heteroscope {

/// The cells of a field that an area shows, fractions of cells included.
struct SeenCells {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool operator==(const SeenCells&) const = default;
};

/// Of a field that stands at `place`; nothing where none of it is seen.
std::optional<SeenCells> seen_cells(const Placement& place, Size field, Size area);

/// The sample that shows these cells in the area: its elements are as many whole cells large as fit into a pixel, so
/// that a pixel has one to two of them a side, and stand at multiples of their size, so that they stay the same while
/// the view moves. It reaches beyond the area, so that a small movement needs no new one. No side is longer than
/// `longest`.
SampleGrid grid_for(const Placement& place, Size field, Size area, const SeenCells& seen, int longest);

/// Whether a sample still does for these cells: it has the elements of the one that would be made, and some more of
/// them than are seen.
bool serves(const SampleGrid& there, const SampleGrid& wanted, Size field, const SeenCells& seen);
bool covers_all(const SampleGrid& grid, Size field);

/// Where a sample stands if its field stands at `place`.
Placement placement(const SampleGrid& grid, Size field, const Placement& place);
/// How much of a sample's width and height lies on the field; its last column and row may reach beyond.
Point share_on_field(const SampleGrid& grid, Size field);

}  // namespace heteroscope
