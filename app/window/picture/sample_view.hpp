#pragma once

#include <optional>

#include "app/window/model/views/view.hpp"
#include "core/summary/sample.hpp"

namespace heteroscope {

/// The cells of a field that are visible in an area, with fractions of cells.
struct SeenCells {
  double left = 0, top = 0, right = 0, bottom = 0;
  bool operator==(const SeenCells&) const = default;
};

/// Returns the visible cells of a field that stands at `place`; nothing if none is visible.
std::optional<SeenCells> seen_cells(const Placement& place, Size field, Size area);

/// Returns the sample that shows these cells in the area. Its elements have as many whole cells as fit into a pixel, so
/// that a pixel has one to two of them along a side; they stand at multiples of their size, so that they stay the same
/// while the view moves. It reaches beyond the area, so that a small movement needs no new sample. No side is longer
/// than `longest`.
SampleGrid grid_for(const Placement& place, Size field, Size area, const SeenCells& seen, int longest);

/// Returns whether a sample still serves these cells: it has elements of the wanted size, and some more of them than
/// are visible.
bool serves(const SampleGrid& there, const SampleGrid& wanted, Size field, const SeenCells& seen);
bool covers_all(const SampleGrid& grid, Size field);

/// Returns where a sample stands if its field stands at `place`.
Placement placement(const SampleGrid& grid, Size field, const Placement& place);
/// Returns the shares of a sample's width and height that lie on the field; its last column and row may reach beyond.
Point share_on_field(const SampleGrid& grid, Size field);

}  // namespace heteroscope
