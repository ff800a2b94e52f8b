#pragma once

#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Play, time and speed of a cover's replay: the row below the picture.
void scope_transport(const Ui& ui, WindowModel& model);

}  // namespace heteroscope
