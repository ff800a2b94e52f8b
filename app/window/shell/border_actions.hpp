#pragma once

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

struct PanelMode;

/// The actions by which the keyboard moves the panels' borders, as dragging them does. `mode`: which panels there are.
std::vector<ActionEntry> border_actions(const PanelMode& mode);

}  // namespace heteroscope
