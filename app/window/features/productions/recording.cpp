// What is recorded for a movie.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <utility>

#include "app/production/movie/keyframes.hpp"
#include "app/window/features/productions/movie_feature.hpp"

namespace heteroscope {

std::vector<ActionEntry> MovieFeature::actions() {
  return {
      {action::toggle_record,
       "record the views at which you rest, as a movie's keyframes; then order it",
       {with_control(GLFW_KEY_R, "Ctrl + R")},
       [this](State& state) { toggle_recording(state); }},
      {opened_by(),
       "movie: order what was recorded last, as a video or as pictures",
       {with_control_and_shift(GLFW_KEY_R, "Ctrl + Shift + R")},
       nullptr,
       [this](const State&) {
         return recorded_.empty() ? "nothing has been recorded: record some views first (key Ctrl+R)" : "";
       }},
  };
}

void MovieFeature::on_frame(State& state, const FrameStep& step) {
  if (!state.recorder.on()) return;
  const auto& keyframes = state.recorder.keyframes();
  // a movie is of one workload
  if (!keyframes.empty() && keyframes.front().problem.workload != state.settings.problem.workload)
    return end_recording(state);
  state.recorder.note(state.settings, step.held, state.now_s);
}

void MovieFeature::toggle_recording(State& state) {
  if (!state.recorder.on()) {
    state.recorder.begin();
    state.toasts.say("Recording: look around; where you rest is a keyframe. Ctrl+R ends it", state.now_s);
    return;
  }
  end_recording(state);
}

void MovieFeature::end_recording(State& state) {
  std::vector<Settings> keyframes = state.recorder.end();
  if (keyframes.size() < 2) {
    state.toasts.fail("not saved: a movie needs two views at least, and one was recorded", state.now_s);
    return;
  }
  state.files.push_back({.stem = fmt::format("heteroscope-{}-keyframes", keyframes.front().problem.workload),
                         .extension = ".json",
                         .text = keyframes_to_json(keyframes, state.catalog),
                         .written = [this](State&, const std::filesystem::path& path) { recorded_file_ = path; }});
  recorded_file_.clear();
  take_recorded(std::move(keyframes));
  if (!state.closing && !state.is_open(action::toggle_movie)) state.ask(action::toggle_movie);
}

void MovieFeature::end(State& state, bool /*again*/) {
  if (state.recorder.on()) end_recording(state);
}

}  // namespace heteroscope
