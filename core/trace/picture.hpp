#pragma once

#include <span>

#include "core/io/png.hpp"
#include "core/model/types.hpp"
#include "core/trace/color.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// The lanes' last pass over such a field, each cell in its piece's color; transparent where no piece is. Empty where
/// no pass is over the field's cells: its pieces are others then (bodies, sums, a coarser grid). Evenness is of no
/// piece (evenness_picture()).
Picture trace_picture(std::span<const Trace> lanes, Size field, TraceColor color);

}  // namespace heteroscope
