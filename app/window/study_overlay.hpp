#pragma once

#include "app/window/overlay_parts.hpp"

namespace heteroscope {

/// The workload's study, as plots over the picture, while the state asks for it.
void study_overlay(State& state, const Rect& rect, Covered& covered);

}  // namespace heteroscope
