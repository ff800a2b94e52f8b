#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "app/scope/index.hpp"
#include "app/scope/times.hpp"
#include "core/trace/trace.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// A pass of a frame, the last one of that stage and name on each participant. No name: the last one over the result's
/// cells, or, where there is none, the last one.
struct PassKey {
  int stage = -1;
  std::string name;
  Size space{};  ///< of its cells, where passes of that stage and name have several, such as coarser grids; else none
  bool operator==(const PassKey&) const = default;
};

/// Passes of the participants' traces, each once; what is shown together has the first participant's name.
std::vector<PassKey> passes_of(std::span<const Trace> participants);

/// The key that passes_of() has for that pass.
PassKey key_of(std::span<const Trace> participants, const TracedPass& pass);

inline constexpr std::uint32_t no_pass = std::numeric_limits<std::uint32_t>::max();

/// For each participant: the pass's index into Trace::passes, or no_pass. The last passes of a stage over the same
/// cells are shown together, whatever their variants call them: they are the parts of one result. `field` is the
/// result's cells.
std::vector<std::uint32_t> pass_on_participants(std::span<const Trace> participants, const PassKey& wanted, Size field);

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
