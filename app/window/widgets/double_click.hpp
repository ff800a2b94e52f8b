#pragma once

#include <imgui.h>

namespace heteroscope {

/// Keeps a double click with the control that its first click met: where another one has come under the mouse since, as
/// the next line of a list whose line was removed, the other clicks are dropped.
class DoubleClickGuard {
 public:
  /// Called once a frame has begun, before any control of it is drawn.
  void begin_frame();

 private:
  bool clicked_ = false;  // the first click was in the frame before
  ImGuiID met_ = 0;       // the control under that click; 0: none
};

}  // namespace heteroscope
