#pragma once

#include <string>

#include "app/window/layers/layer.hpp"

namespace heteroscope {

/// What the heading's buttons ask for.
enum class MeasuringWish { none, again, give_up };
/// What a heading says of something that is measured.
struct MeasuringHeading {
  std::string what;      ///< is measured
  bool running = false;  ///< it is under way
  double share = 0;      ///< of it, 0 to 1
  bool changed = false;  ///< the settings are others by now
  std::string failure;   ///< one line; empty where all could be measured
  Action closes;
};
/// "All variants", what of, how far, and the buttons.
MeasuringWish measuring_heading(State& state, const MeasuringHeading& heading);

/// A layer that shows what a task measures beside the window's thread. It begins when it is opened, if the workload was
/// not measured yet.
template <class Task>
class MeasuringLayer : public OpenedLayer {
 public:
  void open(State& state) override {
    OpenedLayer::open(state);
    if (!shows(state)) start(state);
  }
  void close() override {
    OpenedLayer::close();
    task_.give_up();
  }
  void leave_workload() override { close(); }
  [[nodiscard]] bool moves() const override { return is_open() && task_.running(); }

  [[nodiscard]] const Task& task() const { return task_; }

 protected:
  /// Something of the present workload was or is measured.
  [[nodiscard]] bool shows(const State& state) const {
    const auto& settings = task_.settings();
    return settings && settings->problem.workload == state.settings.problem.workload;
  }
  void heading(State& state, const std::string& what, bool changed) {
    const MeasuringWish wish = measuring_heading(state, {.what = what,
                                                         .running = task_.running(),
                                                         .share = task_.share(),
                                                         .changed = changed,
                                                         .failure = task_.failure(),
                                                         .closes = opened_by()});
    if (wish == MeasuringWish::again) start(state);
    if (wish == MeasuringWish::give_up) task_.give_up();
  }

 private:
  void start(State& state) {
    state.running = false;  // pictures that are computed meanwhile would be measured, too
    task_.start(state.settings, state.catalog, device::all());
  }

  Task task_;
};

}  // namespace heteroscope
