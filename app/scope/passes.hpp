#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "core/trace/trace.hpp"

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

}  // namespace heteroscope
