#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// A box for each of several GPUs; the last that takes part goes on taking part.
void gpus_row(const Ui& ui, WindowModel& model);

/// Rows about what each participant computes of a frame, and what that took.
void share_rows(const Window& window);

}  // namespace heteroscope
