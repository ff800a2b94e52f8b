#pragma once

#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// All that a feature is handed. A function that needs one or two of these takes those alone.
struct Window {
  Ui& ui;
  WindowModel& model;
  const FrameView& view;
};

}  // namespace heteroscope
