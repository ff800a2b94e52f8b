#pragma once

#include <vector>

#include "app/window/model/actions/actions.hpp"

namespace heteroscope {

/// The actions by which the keyboard moves the panels' borders, as dragging them does.
std::vector<ActionEntry> border_actions();

}  // namespace heteroscope
