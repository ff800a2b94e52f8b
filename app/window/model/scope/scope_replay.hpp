#pragma once

#include "app/scope/times.hpp"

namespace heteroscope {

inline constexpr double shortest_replay_s = 1;
inline constexpr double longest_replay_s = 120;

/// A slow-motion replay of the spans that the scope shows.
struct ScopeReplay {
  bool touched = false;  ///< it was played or moved by hand; before that everything is shown as done
  bool playing = false;
  double time = 0;        ///< of the times that are replayed
  double span = 0;        ///< of the times that are replayed
  bool observed = false;  ///< the times are observed, not block numbers
  double last_s = 0;      ///< when it was advanced last
};

/// Replaces the replayed times by other ones; the replay stays at the same share of the whole.
void take_times(ScopeReplay& replay, const MappingTimes& times);
/// Called once a frame of the window, at `now_s` on its clock. The whole replay takes `seconds`, and ends by itself.
void advance(ScopeReplay& replay, double now_s, double seconds);
/// Plays, from the start if it is at its end, or pauses.
void toggle_playing(ScopeReplay& replay, double now_s);
/// Ends the replay: everything is shown as done again.
void leave(ScopeReplay& replay);

}  // namespace heteroscope
