#pragma once

#include <array>

#include "core/types/types.hpp"

namespace heteroscope {

/// The property of a cell's span that its color shows.
enum class TraceColor {
  block,        ///< which it is, of its grid or its threads
  launch,       ///< which kernel launch it is of
  participant,  ///< which of the processors that share the frame
  processor,    ///< which multiprocessor or thread computed it
  start,        ///< when it began, from the first span's start
  end,          ///< when it ended
  evenness      ///< none of a span: how even the work of its warp's lanes is
};
template <>
inline constexpr std::array<IdTable<TraceColor>, 7> ids<TraceColor>{{{TraceColor::block, "block"},
                                                                     {TraceColor::launch, "launch"},
                                                                     {TraceColor::participant, "lane"},
                                                                     {TraceColor::processor, "processor"},
                                                                     {TraceColor::start, "start"},
                                                                     {TraceColor::end, "end"},
                                                                     {TraceColor::evenness, "evenness"}}};

/// Whether the property is known only after the run.
constexpr bool is_observed(TraceColor color) {
  return color == TraceColor::participant || color == TraceColor::processor || color == TraceColor::start ||
         color == TraceColor::end;
}

}  // namespace heteroscope
