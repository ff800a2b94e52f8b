#pragma once

#include "core/model/capabilities/table.hpp"

namespace heteroscope::mandelbrot {

/// Makes the table that DeepPicture reads, for a picture whose tier has a reference; others have none. The latest
/// tables are kept for pictures of the same view in other sizes and precisions. If this view has no nucleus of a short
/// period, and another view of the order lies in it, that one's reference is used: it is the same for all views on the
/// way there.
bool make_deep_table(const TableOrder& order);

}  // namespace heteroscope::mandelbrot
