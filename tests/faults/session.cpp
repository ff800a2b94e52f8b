// In the tour's place: a short session in the window, for faults. A step has ended once the window is at rest, or after
// some time, since with a fault it may never be.
#include <fmt/format.h>

#include <fstream>
#include <functional>
#include <vector>

#include "app/window/model/times/iterating.hpp"
#include "app/window/shell/app.hpp"
#include "app/window/shell/window.hpp"
#include "app/window/tour/run_tour.hpp"

namespace heteroscope {
namespace {

constexpr double longest_step_s = 1;
constexpr int frames_at_rest = 2;

using Act = std::function<void(App&)>;

Act with_workload_named(const char* id) {
  return [id](App& app) {
    WindowModel& model = app.model();
    model.running = false;
    model.comparison.turn_off();
    model.chosen = with_workload(model.settings(), find_workload(model.catalog, id), model.sources, model.catalog);
  };
}

std::vector<Act> session() {
  const auto act = [](Action action) -> Act { return [action](App& app) { app.act(action); }; };
  const auto set = [](auto change) -> Act { return [change](App& app) { change(app.window()); }; };
  return {
      act(action::double_detail),
      set([](const Window& window) { window.model.edit()->execution.processor = Processor::gpu; }),
      act(action::cycle_compare),
      act(action::export_picture),
      act(action::export_field),
      act(action::keep),
      set([](const Window& window) { window.model.edit()->execution.processor = Processor::split; }),
      act(action::save_settings),
      act(action::toggle_scope),
      act(action::toggle_scope),
      set([](const Window& window) { window.ui.preferences.text_size = 1.5; }),
      with_workload_named("blur"),
      act(action::toggle_input),
      with_workload_named("histogram"),
      with_workload_named("heat"),
      act(action::step_once),
      act(action::toggle_run),
      act(action::export_picture),
      act(action::export_times),
  };
}

class Session final : public WindowDriver {
 public:
  explicit Session(std::filesystem::path folder) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
  }

  void before_frame(App& app) override {
    app.ui().export_folder = folder_;
    if (began_s_ == 0) began_s_ = app.ui().now_s;
    if (acted_ || (at_ == 0 && app.view().frame == nullptr && app.ui().now_s - began_s_ < longest_step_s)) return;
    acted_ = true;
    rests_ = 0;
    began_s_ = app.ui().now_s;
    steps_[at_](app);
  }

  bool after_frame(App& app, Size) override {
    if (!acted_) return true;
    rests_ = app.settled() ? rests_ + 1 : 0;
    if (rests_ < frames_at_rest && app.ui().now_s - began_s_ < longest_step_s) return true;
    acted_ = false;
    return ++at_ < steps_.size();
  }

  /// Says what the session came to: without a fault all of it.
  int finish() override {
    std::ofstream(folder_ / "ended") << fmt::format("{} of {} steps\n", at_, steps_.size());
    return 0;
  }

 private:
  std::filesystem::path folder_;
  std::vector<Act> steps_ = session();
  std::size_t at_ = 0;
  bool acted_ = false;
  double began_s_ = 0;
  int rests_ = 0;
};

}  // namespace

int run_tour(const std::filesystem::path& folder, WindowOptions window) {
  Session session(folder);
  window.driver = &session;
  return run_window(window);
}

}  // namespace heteroscope
