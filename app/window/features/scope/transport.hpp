#pragma once

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Draws the row below the picture: play, time and speed of the scope's replay.
void scope_transport(Ui& ui, WindowModel& model);

}  // namespace heteroscope
