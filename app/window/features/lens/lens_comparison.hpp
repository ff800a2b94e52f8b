#pragma once

#include <array>
#include <string_view>

#include "app/window/features/lens/lens_panel.hpp"

namespace heteroscope {

/// Draws two variants in one panel, beside each other: what both do to an array stands in one row, with grids whose
/// rows are equally high. Rows in which the two differ are marked; where room is short, the others give way, and what
/// is left out is said. `of_reads`: a sentence about the marks of the left one's reads in the picture.
void lens_comparison(const Ui& ui, OverlaySpace& space, const Rect& place, const std::array<LensView, 2>& views,
                     std::string_view of_reads);

}  // namespace heteroscope
