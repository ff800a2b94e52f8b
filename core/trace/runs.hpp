#pragma once

#include <algorithm>
#include <cstdint>

#include "core/trace/trace.hpp"

namespace heteroscope {

/// Calls body(row, columns) for each run of a span's cells within a region of its pass; a run that goes on in the
/// next row is several.
template <class Body>
void for_each_run(const TracedPass& pass, const TracedLaunch& launch, const Cells& cells, const Region& region,
                  Body body) {
  const auto width = static_cast<std::uint64_t>(pass.space.width);
  if (cells.length == 0 || width == 0) return;
  const std::uint64_t last = static_cast<std::uint64_t>(region.rows.end) * width;
  const std::uint64_t stride = launch.shape.stride == 0 ? cells.length : launch.shape.stride;
  const std::uint64_t run = launch.shape.run == 0 ? (cells.length - 1) % stride + 1 : launch.shape.run;
  for (std::uint64_t begin = cells.first; begin < last; begin += launch.shape.leap) {
    const std::uint64_t end = std::min(begin + cells.length, last);
    for (std::uint64_t from = begin; from < end; from += stride) {
      const std::uint64_t to = std::min(from + run, end);
      for (std::uint64_t at = from; at < to; at = launch.shape.wraps ? at : to) {
        const std::uint64_t row = at / width;
        const std::uint64_t stop = std::min(to, (row + 1) * width);
        const Rows columns{std::max(static_cast<int>(at - row * width), region.columns.begin),
                           std::min(static_cast<int>(stop - row * width), region.columns.end)};
        const int y = static_cast<int>(row);
        if (y >= region.rows.begin && !columns.empty()) body(y, columns);
        at = stop;
      }
    }
    if (launch.shape.leap == 0) break;
    // leaps along a row end with it
    const bool along = !launch.shape.wraps && launch.shape.leap % width != 0;
    if (along && begin % width + launch.shape.leap >= width) break;
  }
}

/// Does the same for a span of a trace.
template <class Body>
void for_each_run(const Trace& trace, const TracedSpan& span, Body body) {
  const TracedLaunch& launch = trace.launch_of(span);
  const TracedPass& pass = trace.passes[launch.pass];
  for_each_run(pass, launch, span.cells, pass.regions[launch.region], body);
}

}  // namespace heteroscope
