// What is ordered, and what is recorded for it.
#include <fmt/format.h>

#include <utility>

#include "app/production/movie/keyframes.hpp"
#include "app/window/features/productions/queue_layer.hpp"
#include "app/window/shell/app.hpp"

namespace heteroscope {

void App::put_back(OrdersRecollection found, std::filesystem::path path) {
  layers_.of<QueueLayer>().put_back(std::move(found), std::move(path), state_);
}

/// What the window itself computes or measures goes first.
void App::follow_productions(bool held) {
  layers_.of<QueueLayer>().update(state_,
                                  held || state_.progress.busy || rest_sampler_.working() || layers_.want_quiet());
  if (!state_.recorder.on()) return;
  const auto& keyframes = state_.recorder.keyframes();
  // a movie is of one workload
  if (!keyframes.empty() && keyframes.front().problem.workload != state_.settings.problem.workload)
    return end_recording();
  state_.recorder.note(state_.settings, held, state_.now_s);
}

void App::toggle_recording() {
  if (!state_.recorder.on()) {
    state_.recorder.begin();
    state_.toasts.say("Recording: look around; where you rest is a keyframe. Ctrl+R ends it", state_.now_s);
    return;
  }
  end_recording();
}

void App::end_recording() {
  std::vector<Settings> keyframes = state_.recorder.end();
  if (keyframes.size() < 2) {
    state_.toasts.fail("not saved: a movie needs two views at least, and one was recorded", state_.now_s);
    return;
  }
  exporter_.write({.stem = fmt::format("heteroscope-{}-keyframes", keyframes.front().problem.workload),
                   .extension = ".json",
                   .text = keyframes_to_json(keyframes, state_.catalog),
                   .written = [](State& state, const std::filesystem::path& path) { state.recorded_file = path; }});
  state_.recorded_file.clear();
  state_.recorded = std::move(keyframes);
  if (!closing_ && !state_.is_open(Action::toggle_movie)) state_.ask(Action::toggle_movie);
}

}  // namespace heteroscope
