// In the tour's place: a short session in the window, for faults. A step has ended once the window is at rest, or after
// some time, since with a fault it may never be.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <vector>

#include "app/window/model/iterating.hpp"
#include "app/window/tour/tour.hpp"

namespace heteroscope {
namespace {

constexpr double longest_step_s = 1;
constexpr int frames_at_rest = 2;

using Act = std::function<void(App&)>;

Act with_workload_named(const char* id) {
  return [id](App& app) {
    State& state = app.state();
    state.running = false;
    state.comparison.turn_off();
    state.chosen = with_workload(state.settings, find_workload(state.catalog, id), state.sources, state.catalog);
  };
}

std::vector<Act> session() {
  const auto act = [](Action action) -> Act { return [action](App& app) { app.act(action); }; };
  const auto set = [](auto change) -> Act { return [change](App& app) { change(app.state()); }; };
  return {
      act(Action::double_detail),
      set([](State& state) { state.settings.execution.processor = Processor::gpu; }),
      act(Action::cycle_compare),
      act(Action::export_picture),
      act(Action::export_field),
      act(Action::keep),
      set([](State& state) { state.settings.execution.processor = Processor::split; }),
      act(Action::save_settings),
      act(Action::toggle_cover),
      act(Action::toggle_cover),
      set([](State& state) { state.preferences.text_size = 1.5; }),
      with_workload_named("blur"),
      act(Action::toggle_input),
      with_workload_named("histogram"),
      with_workload_named("heat"),
      act(Action::step_once),
      act(Action::toggle_run),
      act(Action::export_picture),
      act(Action::export_times),
  };
}

struct Session {
  std::vector<Act> steps = session();
  std::size_t at = 0;
  bool acted = false;
  double began_s = 0;
  int rests = 0;
};

Session& session_so_far() {
  static Session kept;
  return kept;
}

}  // namespace

Tour::Tour(std::filesystem::path folder) : folder_(std::move(folder)) {
  session_so_far();
  std::filesystem::create_directories(folder_);
}

void Tour::before_frame(App& app) {
  Session& now = session_so_far();
  app.state().export_folder = folder_;
  if (now.began_s == 0) now.began_s = app.state().now_s;
  if (now.acted || (now.at == 0 && app.state().frame == nullptr && app.state().now_s - now.began_s < longest_step_s)) {
    return;
  }
  now.acted = true;
  now.rests = 0;
  now.began_s = app.state().now_s;
  now.steps[now.at](app);
}

bool Tour::after_frame(App& app, Size) {
  Session& now = session_so_far();
  if (!now.acted) return true;
  now.rests = app.settled() ? now.rests + 1 : 0;
  if (now.rests < frames_at_rest && app.state().now_s - now.began_s < longest_step_s) return true;
  now.acted = false;
  return ++now.at < now.steps.size();
}

/// Says what the session came to: without a fault all of it.
int Tour::finish() {
  std::ofstream(folder_ / "ended") << fmt::format("{} of {} steps\n", session_so_far().at,
                                                  session_so_far().steps.size());
  return 0;
}

}  // namespace heteroscope
