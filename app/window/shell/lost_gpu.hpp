#pragma once

#include "app/window/model/frame_view.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Called once a frame: where a GPU has stopped, the other GPUs compute in its place, or the CPU if there are none or
/// if the first GPU, which shows results, has stopped.
void follow_lost_gpus(WindowModel& model, FrameView& view);

}  // namespace heteroscope
