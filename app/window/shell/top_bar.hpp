#pragma once

#include "app/window/features/welcome/welcome_feature.hpp"

namespace heteroscope {

/// Draws the workload, run and pause, the times of the last frame and the view menu. `room_for_graphs`: the window is
/// high enough for graphs; `hidden`: the panels are to be hidden.
void top_bar(const Window& window, WelcomeFeature& doors, bool room_for_graphs, bool hidden);

}  // namespace heteroscope
