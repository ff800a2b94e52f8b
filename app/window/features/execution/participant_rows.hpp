#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws a check box for each of several GPUs. The last one that is checked stays checked.
void gpus_row(const Ui& ui, WindowModel& model);

/// Draws the share of the rows that each participant computes.
void sharing_row(const Window& window);
/// Draws the times that the participants took for the last frame, below all settings: they come and go with frames.
void share_times(const Window& window);

}  // namespace heteroscope
