#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/run/iteration/checkpoint_store.hpp"

namespace heteroscope {

/// Rows of the planes as one process has kept them.
struct KeptBand {
  Rows rows;
  std::vector<std::uint32_t> sums;  ///< a checksum (CRC-32) of each plane's
};

/// What stands beside the result of an iteration that is not finished: how far it is, and all that its planes follow
/// from.
struct IterationState {
  std::string version;   ///< of the program
  std::string settings;  ///< as JSON
  IterationPoint point;
  int half = 0;                 ///< of the file with the planes in which they are (CheckpointFile)
  std::vector<KeptBand> bands;  ///< all rows, from the first on
};

std::string to_text(const IterationState& state);
/// Throws BadInput, naming `name`, for a text that is none, or none of so many planes of so many rows.
IterationState iteration_state_of(const std::string& text, const std::string& name, int planes, int rows);
/// What makes them states on the way to two results ("settings /parameters/n"); empty if the one that was begun is on
/// the way to the one that is asked for, by whatever it is computed. Throws BadInput for settings that are no JSON.
std::string difference(const IterationState& begun, const IterationState& asked);
/// The settings without what changes nothing in an iteration's state: how it is computed and shown, and where it ends.
std::string settings_of_state(const Settings& settings, const Workload& workload);

}  // namespace heteroscope
