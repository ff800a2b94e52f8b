#pragma once

#include "app/window/features/welcome/welcome_feature.hpp"

namespace heteroscope {

/// Workload, run and pause, what the last frame took, the view's menu. `room_for_graphs`: the window is high enough for
/// them; `hidden`: panels are to be.
void top_bar(const Window& window, WelcomeFeature& doors, bool room_for_graphs, bool hidden);

}  // namespace heteroscope
