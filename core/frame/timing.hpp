#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/types/participant.hpp"

namespace heteroscope {

struct Plan;

/// The times of one participant in a frame.
struct ParticipantTime {
  Participant participant;
  int rows = 0;                ///< of the stage that was computed last
  double compute = 0;          ///< ms: a GPU's by events, the CPU's by the steady clock around its rows
  std::vector<double> stages;  ///< the same by stage
  double crossing = 0;         ///< ms of `compute`: packing and sending, to another machine and back
  double sending = 0;          ///< ms: copying a GPU's rows to where they are wanted, while it computes others
};

/// Where a frame's time went, in ms; each stage was measured by itself, so that participants overlap.
struct Timing {
  std::vector<ParticipantTime> participants;  ///< as the plan's
  double copies = 0;                          ///< between host and device, to where the result was wanted
  double exchange = 0;                        ///< with peers: sending and waiting, nothing being computed meanwhile
  double merge = 0;                           ///< bringing the participants' rows together
  double checkpoints = 0;                     ///< of an iteration: keeping its state, peers' time for it included
  double summary = 0;                         ///< minimum, maximum, sum of the result
  /// Of a frame from another machine, beside `total`, which was measured there: its values packed there; the way of the
  /// question and the answer, with all waiting; and the values put into place here.
  double pack = 0, link = 0, unpack = 0;
  double display = 0;      ///< coloring and handing to the screen; filled in by the presenter
  double total = 0;        ///< steady clock, from the start of execute() to its end
  double input = 0;        ///< making the source and bringing it to the participants; 0 when it was there already
  std::int64_t steps = 0;  ///< that an iteration took in this frame

  /// What a frame from another machine took beside its computation there.
  [[nodiscard]] double crossing() const { return pack + link + unpack; }
  /// The computing time of the participant that took longest.
  [[nodiscard]] double compute() const {
    return longest([](const ParticipantTime&) { return true; });
  }
  /// The time in that stage of the participant that took longest in it.
  [[nodiscard]] double of_stage(std::size_t stage) const {
    double out = 0;
    for (const ParticipantTime& each : participants) out = std::max(out, each.stages[stage]);
    return out;
  }
  /// The computing time of the CPU, or of the GPU that took longest.
  [[nodiscard]] double compute(Processor processor) const {
    return longest([&](const ParticipantTime& each) { return each.participant.processor == processor; });
  }
  /// The number of rows of the CPU, or of all GPUs.
  [[nodiscard]] int rows(Processor processor) const {
    int out = 0;
    for (const ParticipantTime& each : participants) out += each.participant.processor == processor ? each.rows : 0;
    return out;
  }

 private:
  template <class Counts>
  [[nodiscard]] double longest(Counts counts) const {
    double out = 0;
    for (const ParticipantTime& each : participants) out = counts(each) ? std::max(out, each.compute) : out;
    return out;
  }
};

/// The timing of the plan's participants and stages before anything is computed.
Timing empty_timing(const Plan& plan);

}  // namespace heteroscope
