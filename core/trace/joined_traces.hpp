#pragma once

#include <cstdint>

#include "core/trace/trace.hpp"

/// Traces of one participant that were recorded one after the other, and elsewhere.
namespace heteroscope {

/// Returns a trace of another machine by this one's clock: what it says lies in the middle between those two times, at
/// which it was asked for and had come. Its error grows by half of what it does not fill of them.
Trace by_clock_of(Trace trace, std::uint64_t asked_ns, std::uint64_t answered_ns);

/// Adds a trace of other rows: a pass that both have is one, of more regions. Spans are behind those that are there.
void append(Trace& to, Trace more);

}  // namespace heteroscope
