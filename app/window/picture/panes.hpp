#pragma once

#include <optional>

#include "app/window/model/views/pane_map.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/pictures.hpp"

namespace heteroscope {

bool side_by_side(const WindowModel& model);
/// Returns a pane in framebuffer pixels, like FrameView::area. Unless pictures stand side by side, both panes are the
/// whole area.
PictureArea pane_area(const Window& window, Pane pane);
/// Returns the size for which a picture is computed: its pane, or the whole area beside a kept picture, which was
/// computed for that.
Size computed_area(const Window& window);
/// Returns the pane in which a pixel of the whole area lies.
Pane pane_at(const Window& window, Point at);
/// Converts a pixel of the whole area into the pane's own pixels.
Point in_pane(const Window& window, Pane pane, Point at);
/// Returns which of a frame's pictures stands in the pane.
Role role_in(const WindowModel& model, Pane pane);

/// Returns the view that is shown, in the pixels of pane_area(Pane::picture).
View shown_view(const Window& window);
void show_view(const Window& window, const View& view);
/// Returns the view that is shown, with its limit, as an entry of the history.
LeftView left_view(const Window& window);
/// Goes back to a view, and to the limit that it had.
void return_to(const Window& window, const LeftView& left);
/// Shows everything.
void fit_view(const Window& window);
/// Returns the screen pixels along a side for one pixel of a picture; nothing if the view is one of a plane, which is
/// computed for the screen's pixels.
std::optional<double> magnification(const Window& window);
/// Zooms about the middle until one screen pixel shows one pixel of the picture.
void show_one_to_one(const Window& window);
/// Adds the view to the history if the next settings show another view of the same plane.
void leave_for(const Window& window, const Settings& next);
/// Moves the view to the right and down by shares of its size, and scales it about its middle (below 1: closer).
void move_view(const Window& window, Point shares, double factor);
/// Returns a zoom factor limited by the ends of the zoom.
double held_factor(const Window& window, double factor);
PaneMap pane_map(const Window& window, Pane pane);

/// Returns where one of a frame's pictures stands in an area of that size while the model's view is shown.
Placement place_of(const WindowModel& model, const Frame& frame, Role role, Size area);
/// Returns where the cells of the block mapping that is shown stand in the picture's pane. There must be one.
Placement scope_place(const Window& window);

struct PixelAt {
  int column = 0, row = 0;
  bool operator==(const PixelAt&) const = default;
};
/// Returns the picture's pixel at a point of the area; nothing outside the picture.
std::optional<PixelAt> pixel_at(const Placement& place, Size picture, Size area, Point at);
/// Returns where a point of the area lies between the centers of the picture's first and last pixels: 0 to 1, or
/// beyond.
Point share_at(const Placement& place, Size picture, Size area, Point at);

}  // namespace heteroscope
