#pragma once

#include "app/window/model/frame_view.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Once a frame: where a GPU has stopped the other ones go on, else the CPU. Without the one that draws, the CPU does.
void follow_lost_gpus(WindowModel& model, FrameView& view);

}  // namespace heteroscope
