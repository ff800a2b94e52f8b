#pragma once

#include "app/window/shell/features.hpp"

namespace heteroscope {

/// How the picture and the panels share the window and the keyboard.
struct PanelMode {
  bool hidden = false;      ///< all panels of the window are hidden where nothing is presented
  bool walked = false;      ///< a person goes through the panels with keys
  bool presenting = false;  ///< the whole screen has the picture, with large numbers over it, and below the scope's
                            ///< picture its timeline
  bool timeline_hidden = false;  ///< what is presented has an empty place instead of its timeline

  /// Whether a person has hidden all that now could stand beside the picture.
  [[nodiscard]] bool alone() const { return presenting ? timeline_hidden : hidden; }
  void set_alone(bool alone) { (presenting ? timeline_hidden : hidden) = alone; }
  /// Begins a presentation, with the timeline, or returns to the panels as they were.
  void present(bool on) {
    presenting = on;
    timeline_hidden = false;
  }
};

/// Heights and widths of the panels, in ImGui units; 0 where one is not shown.
struct Rooms {
  float top = 0;
  float left = 0;
  float right = 0;
  float graphs = 0;  ///< in a presentation the scope's timeline and the legend of its colors
  float middle = 0;  ///< height between the top bar and the graphs, or their empty place, with the transport bar
  float transport = 0;
  bool together = false;        ///< too narrow for two panels and a picture: all sections stand in the left one
  bool room_for_graphs = true;  ///< the window is high enough for graphs and a picture
};
Rooms rooms_of(const Ui& ui, const WindowModel& model, const PanelMode& mode, ImVec2 size);

/// Builds every panel for a window of `size` in ImGui units and puts the rest into view.area. Returns the places over
/// the picture in which the mouse does not reach it.
Covered lay_out(Ui& ui, WindowModel& model, FrameView& view, Features& features, const PanelMode& mode, ImVec2 size);

}  // namespace heteroscope
