#pragma once

#include "core/model/capabilities/table.hpp"

namespace heteroscope::mandelbrot {

/// The table of a picture whose tier has a reference: what DeepPicture reads. Of others none. What was made last is
/// kept for pictures of the same view in other sizes and precisions. Where this view has no
/// nucleus of a short period, and another view of the order's lies in it, the reference is that one's: the same for all
/// views on the way to it.
bool make_deep_table(const TableOrder& order);

}  // namespace heteroscope::mandelbrot
