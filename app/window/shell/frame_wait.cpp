#include "app/window/shell/frame_wait.hpp"

#include <algorithm>
#include <limits>

namespace heteroscope {
namespace {

constexpr double measuring_s = 0.5;
constexpr double computing_s = 0.1;
constexpr double idle_s = 0.1;  // a signal that asks for the end does not wake the wait, so it is looked for this often
constexpr double short_s = 0.0005;  // too short to be waited for

}  // namespace

FramePace pace_of(const FrameReasons& reasons) {
  if (reasons.touched) return FramePace::display;
  if (reasons.pictured) return FramePace::computing;
  if (reasons.measures) return FramePace::measuring;
  if (reasons.computes) return FramePace::computing;
  if (reasons.moves) return FramePace::display;
  return reasons.blinks ? FramePace::computing : FramePace::still;
}

/// Returns when the next frame is due, about one frame of the display after the last at the earliest: not every driver
/// delays the swap until then (virtual displays do not).
double FrameWait::next_s(FrameEvents& events, FramePace pace, std::optional<double> due_s) const {
  const double soonest_s = drawn_s_ + 0.95 * interval_s_;
  const bool completed = events.completed();
  if (events.touched() || pace == FramePace::display) return soonest_s;
  if (pace == FramePace::measuring) return drawn_s_ + measuring_s;
  if (completed) return soonest_s;
  double out = pace == FramePace::computing ? drawn_s_ + computing_s : std::numeric_limits<double>::infinity();
  if (due_s) out = std::min(out, *due_s);
  return std::max(out, soonest_s);
}

void FrameWait::wait(FrameEvents& events, const std::function<FramePace()>& pace, std::optional<double> due_s) {
  while (!events.ends()) {
    const double left_s = next_s(events, pace(), due_s) - events.now_s();
    if (left_s < short_s) break;
    events.wait(std::min(left_s, idle_s));
  }
  drawn_s_ = events.now_s();
}

}  // namespace heteroscope
