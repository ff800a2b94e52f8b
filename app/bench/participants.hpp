#pragma once

#include <string>
#include <vector>

#include "core/ceilings/link_ceilings.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// The part of one participant in the runs of a row, as medians.
struct ParticipantFigures {
  Participant participant;
  double share = 0;       ///< of the values: of the result, or of an iteration's state
  double ms = 0;          ///< that it computed
  double sending_ms = 0;  ///< that copying a GPU's rows took, while others were computed
  double alone_ms = 0;    ///< that it takes for the whole frame by itself
  double link_ms = 0;     ///< that the whole result takes over its link by itself; 0: its rows are at home
};

/// How well participants share a frame.
struct ParticipantsRow {
  std::vector<ParticipantFigures> participants;
  double compute_ms = 0;  ///< of the participant that computed longest
  double frame_ms = 0;    ///< with bringing the rows together
  double arrival_ms = 0;  ///< that the whole result takes into the first GPU over all links at once; 0: nothing arrives
  std::string resting;    ///< which participants rest, and why

  /// The shortest frame that any shares give, ms, if all rows cost the same and rows arrive while others are computed:
  /// 1 / (1 / T₀ + a). The first participant computes where the rows are wanted, and takes T₀ for all of them. Each
  /// other one takes the longer of computing and sending, so that together they bring a = Σ 1 / max(Tᵢ, Lᵢ) of a frame
  /// a millisecond, but no more than arrives over all links at once, 1 / A.
  [[nodiscard]] double ideal_ms() const;
  /// The share of the longest participant's time for which this one waits.
  [[nodiscard]] double idle(const ParticipantFigures& participant) const {
    return compute_ms > 0 ? 1 - participant.ms / compute_ms : 0;
  }
};

}  // namespace heteroscope
