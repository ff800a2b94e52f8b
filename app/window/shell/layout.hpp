#pragma once

#include "app/window/shell/features.hpp"

namespace heteroscope {

/// Which of the window the picture has, and who has the keyboard.
struct PanelMode {
  bool hidden = false;      ///< all panels are
  bool walked = false;      ///< keys are the panels', to go through them
  bool presenting = false;  ///< the whole screen has the picture, with large numbers over it
};

/// Heights and widths of the panels, in ImGui units; 0 where one is not shown.
struct Rooms {
  float top = 0;
  float left = 0;
  float right = 0;
  float graphs = 0;
  float middle = 0;  ///< between the top bar and the graphs, with the transport bar
  float transport = 0;
  bool together = false;        ///< too narrow for two panels and a picture: all sections stand in the left one
  bool room_for_graphs = true;  ///< high enough for them and a picture
};
Rooms rooms_of(const Ui& ui, const WindowModel& model, const PanelMode& mode, ImVec2 size);

/// Builds every panel for a window of `size` in ImGui units and puts the rest of it into view.area. Returns
/// where the mouse does not reach the picture although it is over it.
Covered lay_out(Ui& ui, WindowModel& model, FrameView& view, Features& features, const PanelMode& mode, ImVec2 size);

}  // namespace heteroscope
