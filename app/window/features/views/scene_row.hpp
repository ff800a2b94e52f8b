#pragma once

#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// The workload's own views or presets, and those that a person has kept under names.
void scene_row(const Window& window, const Workload& workload, Values& values, KeptViews& kept);

}  // namespace heteroscope
