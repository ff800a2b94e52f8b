#pragma once

#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the rows that edit a workload's parameters: its scenes, then each parameter by its kind.
void parameter_rows(const Window& window, const Workload& workload, Values& values, KeptViews& kept);

}  // namespace heteroscope
