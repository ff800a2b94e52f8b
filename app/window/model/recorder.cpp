#include "app/window/model/recorder.hpp"

#include <utility>

namespace heteroscope {
namespace {

/// Returns whether two settings show the same view, whatever the window's size, the execution and the colors are.
bool same_view(const Settings& one, const Settings& other) {
  Problem sized = one.problem;
  sized.size = other.problem.size;
  return sized == other.problem;
}

/// Returns settings as a keyframe: a movie's frames have one sample of each pixel.
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
