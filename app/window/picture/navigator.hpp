#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "app/window/model/views/input_event.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/painter.hpp"
#include "app/window/picture/panes.hpp"

namespace heteroscope {

/// Handles the mouse on the picture: zoom by notches and while a button is held, pan, zoom box, centering, the wipe's
/// divider, the values under it.
class Navigator {
 public:
  /// Takes the events that happen over the picture and outside of `covered`, and those of a drag that began there.
  /// `busy_elsewhere`: a control or a menu has the mouse.
  void take(Ui& ui, WindowModel& model, FrameView& view, const std::vector<MouseEvent>& events,
            const std::vector<std::array<float, 4>>& covered, bool busy_elsewhere);
  /// Returns whether a drag is under way.
  [[nodiscard]] bool held() const { return drag_ != Drag::none; }
  /// Returns whether the held button does something while the mouse rests: it zooms or paints.
  [[nodiscard]] bool repeats() const { return drag_ == Drag::zoom || drag_ == Drag::paint; }
  /// Returns whether the last Esc has ended a drag; true once.
  bool gave_up() { return std::exchange(gave_up_, false); }
  /// Reads the values under the cursor from the frame on the screen.
  void read(Ui& ui, WindowModel& model, FrameView& view);

 private:
  enum class Drag { none, pan, box, wipe, paint, zoom, turn };

  void press(const Window& window, const MouseEvent& event, Point at);
  void move(Ui& ui, WindowModel& model, FrameView& view, Point at, double time_s);
  void release(Ui& ui, WindowModel& model, FrameView& view);
  void give_up(Ui& ui, WindowModel& model, FrameView& view);
  static void look_at(const Window& window, const View& view, double time_s, ViewStep step);
  static void turn_wheel(const Window& window, const MouseEvent& event, Point at);
  void zoom_on(const Window& window);
  /// Finds the mouse at rest again where the picture has another place, or nothing covers it any more.
  void follow_picture(const Window& window, const std::vector<std::array<float, 4>>& covered, bool busy_elsewhere);
  void read_values(const Frame& frame, const Frame* other, PixelAt at, Role role, bool turned);

  Drag drag_ = Drag::none;
  Painter painter_;
  int button_ = -1;
  Pane pane_ = Pane::picture;  // the pane in which the drag began
  PaneMap map_;                // the pane's map at that time
  Point start_;                // pixels of the view
  View before_;                // the drag
  LeftView left_;              // the same view with its limit
  bool moved_ = false;
  bool zooms_out_ = false;
  double zoomed_s_ = 0;  // the time up to which a held button has zoomed
  bool gave_up_ = false;
  double clicked_s_ = -1e9;
  Point clicked_;
  std::optional<Point> mouse_;  // the place of the last event, in screen coordinates; nothing outside the window
  PictureArea area_;            // as it was followed last
  Point cursor_{-1, -1};        // pixels of the picture area
  bool over_ = false;
  // the last values: a field on the device is read only when the frame or the pixel changes
  std::uint64_t read_serial_ = 0;
  std::uint64_t read_other_ = 0;
  PixelAt read_at_;
  Role read_role_ = Role::result;
  Readout read_;
};

}  // namespace heteroscope
