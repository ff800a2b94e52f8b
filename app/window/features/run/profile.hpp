#pragma once

#include <optional>

#include "app/window/model/frame_view.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Returns the row of the result whose values are plotted: the one under the cursor, or the middle one. Nothing without
/// a picture of the workload.
std::optional<int> profile_row(const WindowModel& model, const FrameView& view);

}  // namespace heteroscope
