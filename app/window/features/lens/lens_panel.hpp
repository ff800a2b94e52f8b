#pragma once

#include <string>
#include <string_view>

#include "app/plot/figure.hpp"
#include "app/scope/lens.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/model/ui/ui.hpp"

/// The panel in which the lens shows the accesses of a warp, beside the picture.
namespace heteroscope {

/// "cuda_shared: block (12, 19), warp 5 of 16".
std::string lens_heading(const Lens& lens, std::string_view variant);
/// The place of a panel among those that stand side by side, on the side of the picture where the mouse is not.
struct LensPlace {
  std::size_t index = 0;  ///< from the left
  std::size_t count = 1;
};
/// Sets the place, and the largest size, of the ImGui window that begins next.
void set_lens_place(const Ui& ui, const OverlaySpace& space, const LensPlace& place);
/// Draws the panel. `totals`: the averages over the whole launch; null while they are not known. `of_reads`: a sentence
/// about the marks of reads in the picture.
void lens_panel(const Ui& ui, OverlaySpace& space, const LensPlace& place, const Lens& lens, std::string_view variant,
                const AccessTotals* totals, std::string_view of_reads);
/// Returns the figure that is saved: all instructions of the warp.
PlotFigure lens_figure(const Lens& lens, std::string_view variant, const AccessTotals* totals);

}  // namespace heteroscope
