#pragma once

#include <span>
#include <string>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/features/lens/lens_words.hpp"
#include "app/window/model/ui/ui.hpp"

/// The panel in which the lens shows the accesses of a warp, beside the picture.
namespace heteroscope {

/// What a panel says beside the accesses.
struct LensRemarks {
  std::string marks;   ///< about the marks in the picture
  std::string pinned;  ///< where the lens is pinned, and how it is freed; empty: it follows the mouse
  std::string
      scrolls;  ///< how a person sees what is left out, without a period; empty where the panel scrolls by itself
};

/// Draws one line in the place of the i-th panel, where the lens has nothing to show.
void lens_notice(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, const std::string& text);
/// Draws the i-th panel, of a variant, or of two beside each other: what both do to an array stands in one row, with
/// grids whose rows are equally high. Rows in which the two differ are marked; where room is short, the others give
/// way. What is left out is named, with how it can be seen. That of a pinned lens, to which the mouse can go, scrolls
/// instead.
void lens_panel(const Ui& ui, OverlaySpace& space, std::size_t i, const Rect& place, std::span<const LensView> views,
                const LensRemarks& remarks);

}  // namespace heteroscope
