#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/trace/span_record.hpp"
#include "core/types/domain.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// What the cells of a pass are.
enum class Over {
  output,  ///< of the result
  input,   ///< what a stage reads
  state,   ///< an iteration's first plane
  other    ///< of something in between: a coarser grid, sums, a line of bodies
};
template <>
inline constexpr std::array<IdTable<Over>, 4> ids<Over>{
    {{Over::output, "output"}, {Over::input, "input"}, {Over::state, "state"}, {Over::other, "other"}}};

/// A rectangle of a pass's cells.
struct Region {
  Rows columns;
  Rows rows;
  bool operator==(const Region&) const = default;
};

/// Work that is computed cell by cell, each once: a stage, or a part of one whose spans all end before the next begin.
struct TracedPass {
  std::string name;  ///< its kernel's or its own: "across"
  int stage = 0;
  Over over = Over::output;
  Size space;                     ///< columns and rows of cells
  std::vector<Region> regions;    ///< of them, that are computed: one for each band of rows
  Domain domain = Domain::whole;  ///< which of the space's cells there are
  std::int64_t step = -1;         ///< of an iteration, taken before it; else −1
  int steps = 0;                  ///< that it takes; 0: it is one of several passes of a step
  [[nodiscard]] std::uint64_t cells() const {
    return static_cast<std::uint64_t>(space.width) * static_cast<std::uint64_t>(space.height);
  }
};

/// What computes a span.
enum class SpanKind { block, warp, thread, library };
template <>
inline constexpr std::array<IdTable<SpanKind>, 4> ids<SpanKind>{{{SpanKind::block, "block"},
                                                                 {SpanKind::warp, "warp"},
                                                                 {SpanKind::thread, "thread"},
                                                                 {SpanKind::library, "library"}}};

/// How the cells of all spans of a launch lie.
struct SpanShape {
  std::uint64_t run = 0;     ///< cells one after the other; 0: as many as the last run of the span has
  std::uint64_t stride = 0;  ///< from a run to the next of the same span; 0: it has one
  std::uint64_t leap = 0;    ///< from a span's cells to as many others of it, up to the pass's end; 0: it has no others
  std::uint64_t origin = 0;  ///< the cell that kernels count from; spans count from the pass's first one
  bool wraps = false;        ///< a run goes on in the next row; else it ends with its row
};

/// Spans that began together: a kernel launch, or threads that share rows.
struct TracedLaunch {
  std::uint32_t pass = 0;    ///< an index into Trace::passes
  std::uint32_t region = 0;  ///< an index into the pass's regions: its spans compute nothing beyond
  SpanKind kind = SpanKind::block;
  SpanShape shape;
  std::uint32_t grid = 0;     ///< the launch's number, where a variant numbers its grids
  std::uint32_t parent = 0;   ///< the number of the grid whose kernel launched it; 0: the host did
  std::uint32_t columns = 0;  ///< of blocks; 0: not a launch
  std::uint32_t rows = 0;
  std::uint32_t first_number = 0;  ///< of its spans: it may be a part of a grid
};

/// A span: what one block, warp or thread computed in one go, and when.
struct TracedSpan {
  Cells cells;
  std::uint32_t launch = 0;  ///< an index into Trace::launches
  std::uint32_t number = 0;  ///< in its grid: along x first
  std::uint32_t unit = 0;    ///< multiprocessor or thread
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// Bytes that a copy engine of the GPU moved.
struct TracedCopy {
  std::string way;  ///< "to host", "to device", "on device"
  std::uint64_t bytes = 0;
  std::uint64_t start_ns = 0;
  std::uint64_t end_ns = 0;
};

/// Which block, warp or thread of a participant computed which span, where, from when to when, by the steady clock.
/// Empty unless it was asked for.
struct Trace {
  std::vector<TracedPass> passes;
  std::vector<TracedLaunch> launches;
  std::vector<TracedSpan> spans;   ///< by start
  std::vector<TracedCopy> copies;  ///< of a GPU, by start; off by some µs more than spans may be
  std::uint64_t dropped = 0;       ///< spans that there was no room for
  /// For a GPU: the error that all times may have in common, since its global timer is compared with the steady clock.
  std::uint64_t clock_error_ns = 0;
  std::uint64_t begin_ns = 0;  ///< when the participants began and had ended
  std::uint64_t end_ns = 0;

  [[nodiscard]] const TracedLaunch& launch_of(const TracedSpan& span) const { return launches[span.launch]; }
  [[nodiscard]] const TracedPass& pass_of(const TracedSpan& span) const { return passes[launch_of(span).pass]; }
};

/// Now on the steady clock, ns.
std::uint64_t steady_ns();

}  // namespace heteroscope
