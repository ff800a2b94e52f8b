#pragma once

#include "app/window/model/frame_view.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// The three parts that a feature is handed. A function that needs only one or two of them takes those.
struct Window {
  Ui& ui;
  WindowModel& model;
  const FrameView& view;
};

/// Returns whether frames follow each other by themselves: something plays, and nothing holds it.
inline bool is_playing(const WindowModel& model, const FrameView& view) {
  return model.running && !view.holds_run();
}

}  // namespace heteroscope
