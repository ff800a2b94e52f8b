#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// The field and what it finds, while it is shown.
void action_search_overlay(State& state, Covered& covered);

}  // namespace heteroscope
