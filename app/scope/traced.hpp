#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/scope/index.hpp"
#include "app/scope/times.hpp"
#include "core/lanes/lane.hpp"
#include "core/trace/trace.hpp"

namespace heteroscope {

/// A pass of a frame, the last one of that stage and name on each lane. No name: the last one over the result's cells,
/// or, where there is none, the last one.
struct PassKey {
  int stage = -1;
  std::string name;
  bool operator==(const PassKey&) const = default;
};

/// Passes of the lanes' traces, each stage and name once.
std::vector<PassKey> passes_of(std::span<const Trace> lanes);

/// A pass as it was computed: each launch of a GPU is a grid, each of the CPU's lanes one of the chunks in the order in
/// which they were begun.
struct TracedCover {
  PassKey pass;
  std::vector<std::uint32_t> passes;  ///< by lane: an index into Trace::passes; one beyond where it has none
  CoverIndex index;
  CoverTimes times;
};

/// `field`: the result's cells. Passes of a single row are folded into several. Nothing where no lane has such a pass,
/// or once `stop` has been set. Parallel.
std::optional<TracedCover> traced_cover(std::span<const Lane> lanes, std::span<const Trace> traces,
                                        const PassKey& wanted, Size field, const std::atomic<bool>& stop);

}  // namespace heteroscope
