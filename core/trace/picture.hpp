#pragma once

#include <array>
#include <span>

#include "core/io/png.hpp"
#include "core/model/types.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// What a cell's color tells of the piece that computed it.
enum class TraceColor {
  block,      ///< which it is, of its grid or its threads
  launch,     ///< which kernel launch it is of
  processor,  ///< which multiprocessor or thread computed it
  start,      ///< when it began, from the first piece's start
  end         ///< when it ended
};
template <>
inline constexpr std::array<IdTable<TraceColor>, 5> ids<TraceColor>{{{TraceColor::block, "block"},
                                                                     {TraceColor::launch, "launch"},
                                                                     {TraceColor::processor, "processor"},
                                                                     {TraceColor::start, "start"},
                                                                     {TraceColor::end, "end"}}};

/// The lanes' last pass over such a field, each cell in its piece's color; transparent where no piece is. Empty where
/// no pass is over the field's cells: its pieces are others then (bodies, sums, a coarser grid).
Picture trace_picture(std::span<const Trace> lanes, Size field, TraceColor color);

}  // namespace heteroscope
