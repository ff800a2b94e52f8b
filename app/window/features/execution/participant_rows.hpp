#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Draws a check box for each of several GPUs. The last one that is checked stays checked.
void gpus_row(const Ui& ui, WindowModel& model);

/// Draws the share of the rows that each participant computes, and the times that they took.
void share_rows(const Window& window);

}  // namespace heteroscope
