// The actions that record a movie.
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <utility>

#include "app/production/movie/keyframes.hpp"
#include "app/window/features/productions/movie_feature.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {

std::vector<ActionEntry> MovieFeature::actions() {
  return {
      {action::toggle_record,
       "record: views that you stop at become a movie's keyframes; then order it",
       {with_control(GLFW_KEY_R, "Ctrl + R")},
       [this](const Window& window) { toggle_recording(window.ui); }},
      {opened_by(),
       "movie: order the last recording as a video or as pictures",
       {with_control_and_shift(GLFW_KEY_R, "Ctrl + Shift + R")},
       nullptr,
       [this](const Window&) {
         return recorded_.empty() ? "nothing has been recorded: record some views first (key Ctrl+R)" : "";
       }},
  };
}

void MovieFeature::on_frame(const Window& window, const FrameStep& step) {
  if (!recorder_.on()) return;
  const auto& keyframes = recorder_.keyframes();
  // a movie shows one workload
  if (!keyframes.empty() && keyframes.front().problem.workload != window.model.settings().problem.workload)
    return end_and_offer(window.ui);
  recorder_.note(window.model.settings(), step.held, window.ui.now_s);
}

void MovieFeature::toggle_recording(Ui& ui) {
  if (!recorder_.on()) {
    recorder_.begin();
    ui.say("Recording: each view that you stop at becomes a keyframe. Ctrl+R ends it");
    return;
  }
  end_and_offer(ui);
}

bool MovieFeature::end_recording(Ui& ui) {
  std::vector<Settings> keyframes = recorder_.end();
  if (keyframes.size() < 2) {
    ui.fail("not saved: a movie needs at least two views, and only one was recorded");
    return false;
  }
  ui.files.push_back({.stem = fmt::format("heteroscope-{}-keyframes", keyframes.front().problem.workload),
                      .extension = ".json",
                      .make = made_of(keyframes_to_json(keyframes)),
                      .written = [this](const std::filesystem::path& path) { recorded_file_ = path; }});
  recorded_file_.clear();
  take_recorded(std::move(keyframes));
  return true;
}

void MovieFeature::end_and_offer(Ui& ui) {
  if (end_recording(ui) && !ui.is_open(action::toggle_movie)) ui.ask(action::toggle_movie);
}

Badge MovieFeature::badge(const Window& /*window*/) const {
  if (!recorder_.on()) return {};
  const std::size_t views = recorder_.keyframes().size();
  return {.text = fmt::format("recording: {}   Ctrl+R ends it", plural(views, "view")), .notice = true};
}

void MovieFeature::end(const Window& window, bool /*again*/) {
  if (recorder_.on()) end_recording(window.ui);
}

}  // namespace heteroscope
