#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/ranks/piece_cost.hpp"

namespace heteroscope {

/// Ranks that are not there.
struct SimulatedRanks {
  int ranks = 1;
  std::int64_t held = 16;        ///< pieces that each holds at most
  double room = 1e9;             ///< bytes that rank 0 holds at most
  double latency_s = 5e-6;       ///< of a message
  double network = 1e10;         ///< bytes a second that rank 0 receives
  double service_s = 5e-6;       ///< that rank 0 takes for a message, to or from it
  std::optional<double> file;    ///< bytes a second that are written; none: what each piece took
  bool guesses = true;           ///< rank 0 guesses the work of the last pieces before any begins
  std::vector<double> starts_s;  ///< when each rank's first message comes; empty: they all begin at once
};

struct SimulatedRun {
  double all_s = 0;
  double guess_s = 0;    ///< of that, before the first piece
  double computing = 0;  ///< share of the ranks' time in which they compute
  double desk_busy = 0;  ///< share of the time in which rank 0 reads and sends messages
  double file_busy = 0;  ///< and in which it writes
};

/// A poster or movie of these pieces, shared as lead() and follow() share it: Dispatch and Asking decide, and messages
/// are looked for as often as Patience has it.
SimulatedRun simulate(const std::vector<PieceCost>& pieces, double guess_s, const SimulatedRanks& ranks);

}  // namespace heteroscope
