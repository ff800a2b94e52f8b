#pragma once

#include <optional>

#include "app/window/model/views/pane_map.hpp"
#include "app/window/model/window.hpp"
#include "app/window/picture/pictures.hpp"

namespace heteroscope {

bool side_by_side(const WindowModel& model);
/// Pixels of the framebuffer, as FrameView::area. Without side by side both are the whole area.
PictureArea pane_area(const Window& window, Pane pane);
/// What a picture is computed for: its pane, or all of the area beside a kept one, which was computed for that.
Size computed_area(const Window& window);
/// The pane that a pixel of the whole area lies in.
Pane pane_at(const Window& window, Point at);
/// A pixel of the whole area in the pane's own pixels.
Point in_pane(const Window& window, Pane pane, Point at);
/// Which of a frame's pictures stands in the pane.
Role role_in(const WindowModel& model, Pane pane);

/// The view that is shown, in the pixels of pane_area(Pane::picture).
View shown_view(const Window& window);
void show_view(const Window& window, const View& view);
/// The view that is shown, with its limit, to be gone back to.
LeftView left_view(const Window& window);
/// Goes back to a view, and to the limit that it had.
void return_to(const Window& window, const LeftView& left);
/// The view in which everything is seen.
void fit_view(const Window& window);
/// Pixels of the screen, across, for a pixel of a picture that is only moved on the screen; nothing where the view is
/// one of a plane, which is computed for the screen's pixels.
std::optional<double> magnification(const Window& window);
/// About the middle: one pixel of the screen for a pixel of the picture.
void show_one_to_one(const Window& window);
/// Notes the view as one to go back to, where the settings that come show another one of the same plane.
void leave_for(const Window& window, const Settings& next);
/// Moves the view by shares of what is seen, to the right and down, and scales it about its middle (below 1: closer).
void move_view(const Window& window, Point shares, double factor);
/// A zoom factor as far as the view's ends allow it.
double held_factor(const Window& window, double factor);
PaneMap pane_map(const Window& window, Pane pane);

/// Where one of a frame's pictures stands in an area of that size while the model's view is shown.
Placement place_of(const WindowModel& model, const Frame& frame, Role role, Size area);
/// Where the cells of the cover that is shown stand in the picture's pane. There must be a cover.
Placement scope_place(const Window& window);

struct PixelAt {
  int column = 0, row = 0;
  bool operator==(const PixelAt&) const = default;
};
/// The picture's pixel at a point of the area; nothing outside of it.
std::optional<PixelAt> pixel_at(const Placement& place, Size picture, Size area, Point at);
/// Where a point of the area lies between the middles of the picture's first and last pixels: 0 to 1 there, and beyond.
Point share_at(const Placement& place, Size picture, Size area, Point at);

}  // namespace heteroscope
