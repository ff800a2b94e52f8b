#pragma once

#include "app/scope/times.hpp"

namespace heteroscope {

inline constexpr double shortest_replay_s = 1;
inline constexpr double longest_replay_s = 120;

/// A slow-motion replay of a cover's pieces.
struct ScopeReplay {
  bool touched = false;  ///< it was played or wound: before that everything is shown as done
  bool playing = false;
  double time = 0;        ///< of the times that are replayed
  double seconds = 10;    ///< that the whole takes
  double span = 0;        ///< of the times that are replayed
  bool observed = false;  ///< these times were
  double last_s = 0;      ///< when it was advanced last
};

/// Other times take the place of those that were replayed: it stays at the same share of them.
void take_times(ScopeReplay& replay, const MappingTimes& times);
/// Once a frame of the window, `now_s` on its clock. Ends by itself.
void advance(ScopeReplay& replay, double now_s);
/// Plays, from the start if it has come to the end; or pauses.
void toggle_playing(ScopeReplay& replay, double now_s);
/// Everything is shown as done again.
void leave(ScopeReplay& replay);

}  // namespace heteroscope
