#pragma once

#include <imgui.h>

namespace heteroscope {

/// Keeps a double click with the control that its first click met: where another one has come under the mouse since, as
/// the next line of a list whose line was removed, or the picture below a page that was closed, the other clicks are
/// dropped. What is double is decided in real time: ImGui's own passes slower where frames are late.
class DoubleClickGuard {
 public:
  /// Called once a frame has begun, before any control of it is drawn. True: this frame's click is dropped, also for
  /// what reads the mouse beside ImGui.
  bool begin_frame(double now_s);

 private:
  double clicked_s_ = -1e9;  // the last click
  bool clicked_ = false;     // a click that was not dropped was in the frame before
  ImGuiID met_ = 0;          // the control under that click; 0: none, as the picture, or beside an open list
};

}  // namespace heteroscope
