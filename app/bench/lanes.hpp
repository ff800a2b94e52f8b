#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/device/ceilings/link_ceilings.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// What a lane did in the runs of a row; medians.
struct LaneFigures {
  Lane lane;
  double share = 0;     ///< of the values: of the result, or of an iteration's state
  double ms = 0;        ///< that it computed
  double alone_ms = 0;  ///< that it takes for the whole frame by itself
  double link_ms = 0;   ///< that its part would take over its link if lanes were balanced; 0: its rows are at home
};

/// How well lanes share a frame.
struct LanesRow {
  std::vector<LaneFigures> lanes;
  double compute_ms = 0;  ///< of the lane that computed longest
  double frame_ms = 0;    ///< with bringing the rows together
  std::string resting;    ///< which lanes rest, and why

  /// What lanes reach together at best: 1 / Σ 1 / Tᵢ, of what each takes alone.
  [[nodiscard]] double compute_ideal_ms() const;
  /// The larger of that and what the slowest link takes.
  [[nodiscard]] double ideal_ms() const;
  /// Of the time that the longest computes, which part the lane waits.
  [[nodiscard]] double idle(const LaneFigures& lane) const { return compute_ms > 0 ? 1 - lane.ms / compute_ms : 0; }
};

}  // namespace heteroscope
