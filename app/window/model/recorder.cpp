#include "app/window/model/recorder.hpp"

#include <utility>

namespace heteroscope {
namespace {

/// Whatever size the window has, and however it is computed and colored, nothing has moved.
bool same_view(const Settings& one, const Settings& other) {
  Problem sized = one.problem;
  sized.size = other.problem.size;
  return sized == other.problem;
}

/// The frames of a movie have one sample of each pixel.
Settings keyframe_of(Settings settings) {
  settings.look.samples = 1;
  return settings;
}

}  // namespace

void Recorder::begin() {
  *this = {};
  on_ = true;
}

bool Recorder::is_last(const Settings& settings) const {
  return !keyframes_.empty() && same_view(keyframes_.back(), settings);
}

void Recorder::note(const Settings& now, bool held, double now_s) {
  if (!on_) return;
  if (!seen_ || held || !same_view(*seen_, now)) {
    seen_ = now;
    seen_s_ = now_s;
  }
  if (now_s - seen_s_ >= rest_s && !is_last(now)) keyframes_.push_back(keyframe_of(now));
}

std::vector<Settings> Recorder::end() {
  if (seen_ && !is_last(*seen_)) keyframes_.push_back(keyframe_of(*seen_));
  return std::exchange(*this, {}).keyframes_;
}

}  // namespace heteroscope
