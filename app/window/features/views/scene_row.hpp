#pragma once

#include "app/window/model/views/own_views.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws the row with the workload's own views or presets and the views that a person has kept.
void scene_row(const Window& window, const Workload& workload, Values& values, KeptViews& kept);

/// Goes to one of the workload's own views: `values` are its parameters in the settings. Colors follow.
void go_to_scene(const Window& window, const Workload& workload, Values& values, const Scene& scene);
/// Goes to the next view of the workload's list, or with -1 to the previous one; after the last comes the first.
void step_view(const Window& window, const KeptViews& kept, int by);

}  // namespace heteroscope
