#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// The points that the result is computed from, in free space beside its values, tied to the cell under the mouse; a
/// point under the mouse marks its row and its column.
void disks_overlay(State& state, Covered& covered);
/// The switch for it, where the parameters have points.
void disks_row(State& state);

}  // namespace heteroscope
