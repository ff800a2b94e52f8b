#pragma once

#include "app/window/model/window.hpp"

namespace heteroscope {

/// What features are handed, without a window around it.
struct WindowParts {
  Ui ui;
  WindowModel model;
  FrameView view;

  [[nodiscard]] Window all() { return {ui, model, view}; }
};

}  // namespace heteroscope
