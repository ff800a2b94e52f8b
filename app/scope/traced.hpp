#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "app/scope/index.hpp"
#include "app/scope/passes.hpp"
#include "app/scope/times.hpp"
#include "core/trace/trace.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// A pass as it was computed: each launch of a GPU is a grid, each of the CPU's participants one of the chunks in the
/// order in which they were begun.
struct TracedMapping {
  PassKey pass;
  std::vector<std::uint32_t> passes;  ///< by participant: an index into Trace::passes, or no_pass
  MappingIndex index;
  MappingTimes times;
};

/// `field`: the result's cells. Passes of a single row are folded into several. Nothing where no participant has such a
/// pass, or once `stop` has been set. Parallel.
std::optional<TracedMapping> traced_mapping(std::span<const Participant> participants, std::span<const Trace> traces,
                                            const PassKey& wanted, Size field, const std::stop_token& stop);

}  // namespace heteroscope
