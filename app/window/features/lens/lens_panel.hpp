#pragma once

#include <string>
#include <string_view>

#include "app/plot/figure.hpp"
#include "app/scope/lens.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/model/ui/ui.hpp"

/// The panel in which the lens shows the accesses of a warp, beside the picture.
namespace heteroscope {

/// What the lens shows of a variant.
struct LensView {
  const Lens& lens;
  std::string_view variant;
  const AccessTotals* totals = nullptr;  ///< the averages over the whole launch; null while they are not known
};

/// Draws one line in the place of the i-th panel, where the lens has nothing to show.
void lens_notice(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const std::string& text);
/// Draws the i-th panel. `of_reads`: a sentence about the marks of reads in the picture.
void lens_panel(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const LensView& view,
                std::string_view of_reads);
/// Returns the figure that is saved: all instructions of the warp.
PlotFigure lens_figure(const LensView& view);

}  // namespace heteroscope
