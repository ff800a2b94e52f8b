#include "app/window/model/scope/scope_replay.hpp"

#include <algorithm>

namespace heteroscope {

void take_times(ScopeReplay& replay, const MappingTimes& times) {
  const double share = replay.touched && replay.span > 0 ? replay.time / replay.span : 1;
  if (times.length != replay.span || times.observed != replay.observed) replay.time = share * times.length;
  replay.span = times.length;
  replay.observed = times.observed;
}

void advance(ScopeReplay& replay, double now_s, double seconds) {
  const double passed = std::max(now_s - replay.last_s, 0.0);
  replay.last_s = now_s;
  if (!replay.playing) return;
  replay.time += replay.span * passed / std::clamp(seconds, shortest_replay_s, longest_replay_s);
  if (replay.time < replay.span) return;
  replay.time = replay.span;
  replay.playing = false;
}

void toggle_playing(ScopeReplay& replay, double now_s) {
  const bool at_rest = !replay.touched || replay.time >= replay.span;
  replay.playing = !replay.playing;
  if (replay.playing && at_rest) replay.time = 0;
  replay.touched = true;
  replay.last_s = now_s;
}

void leave(ScopeReplay& replay) {
  replay.touched = false;
  replay.playing = false;
  replay.time = replay.span;
}

}  // namespace heteroscope
