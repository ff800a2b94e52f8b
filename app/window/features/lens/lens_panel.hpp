#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/plot/figure.hpp"
#include "app/scope/lens.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/model/ui/ui.hpp"

/// The panel in which the lens shows the accesses of a warp, beside the picture.
namespace heteroscope {

/// "cuda_shared: block (12, 19), warp 5 of 16".
std::string lens_heading(const Lens& lens, std::string_view variant);
/// The place of a panel.
struct LensPlace {
  std::size_t index = 0;  ///< from the left, or from above
  Rect room;              ///< the panel is as wide as this, and at most as high
  bool in_row = false;    ///< another panel stands beside it, not below it
};
/// Returns the places of the panels, so that they do not hide the cell under the mouse: in the half of the picture
/// where the mouse is not, side by side or else below each other. In a picture that is too narrow for that they stand
/// over the panel at its left, if there is one. `window`: the room for pages; `unit`: the design's unit.
std::vector<LensPlace> lens_places(const Rect& window, const Rect& picture, ImVec2 mouse, std::size_t count,
                                   float unit);
/// Draws one line in the place of a panel, where the lens has nothing to show.
void lens_notice(const Ui& ui, OverlaySpace& space, const LensPlace& place, const std::string& text);
/// Draws the panel. `totals`: the averages over the whole launch; null while they are not known. `of_reads`: a sentence
/// about the marks of reads in the picture.
void lens_panel(const Ui& ui, OverlaySpace& space, const LensPlace& place, const Lens& lens, std::string_view variant,
                const AccessTotals* totals, std::string_view of_reads);
/// Returns the figure that is saved: all instructions of the warp.
PlotFigure lens_figure(const Lens& lens, std::string_view variant, const AccessTotals* totals);

}  // namespace heteroscope
