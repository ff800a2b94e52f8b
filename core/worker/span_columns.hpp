#pragma once

#include <vector>

#include "core/memory/field.hpp"
#include "core/trace/trace.hpp"

/// The spans of a trace as they go from process to process: like a frame's fields, through memory that both have, or in
/// bands, which are packed and can be stopped between.
namespace heteroscope {

/// Returns a field with a column for each span and a row for each of its numbers, in 8 bytes each: numbers of one kind
/// stand together, in the order of the spans' starts, so that their differences are small. It is empty where there are
/// no spans. Throws BadInput where there is no memory for it.
Field columns_of(const std::vector<TracedSpan>& spans);
/// Returns the spans in such a field, which another process has written. Throws BadInput where it is none, where a span
/// is of none of the trace's launches, and where there is no memory for them.
std::vector<TracedSpan> spans_in(const Field& columns, const Trace& trace);

}  // namespace heteroscope
