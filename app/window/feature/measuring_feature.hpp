#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/variant_meter.hpp"

namespace heteroscope {

/// Why nothing is to be measured in the window now, or put beside what is; empty: it may be.
std::string bench_runs(const Window& window);

/// What a measurement says of the present settings.
enum class MeasurementState {
  none,     ///< nothing has been measured of them
  running,  ///< it is under way
  done,
  changed,  ///< what was measured is of others
};

/// star_text() of the times, below them; nothing where no time has a star.
void star_line(const Ui& ui, const std::vector<const VariantTime*>& times);
/// How high it is in the present window and font; 0 where no time has a star.
float star_line_height(const std::vector<const VariantTime*>& times);

/// What the heading's buttons ask for.
enum class MeasuringWish { none, again, give_up };
/// What a heading says of something that is measured.
struct MeasuringHeading {
  std::string what;  ///< is measured
  const char* title = "All variants";
  bool running = false;  ///< it is under way
  double share = 0;      ///< of it, 0 to 1
  bool changed = false;  ///< the settings are others by now
  std::string failure;   ///< one line; empty where all could be measured
  Action closes;
};
/// "All variants", what of, how far, and the buttons.
MeasuringWish measuring_heading(Ui& ui, const MeasuringHeading& heading);

/// A feature that shows what a task measures beside the window's thread. It begins when it is opened, where the present
/// settings have not been measured.
template <class Task>
class MeasuringFeature : public OpenedFeature {
 public:
  void open(const Window& window) override {
    OpenedFeature::open(window);
    // what is still under way was given up
    wanted_ = task_.running() || measurement_state(window) != MeasurementState::done;
    begin(window);
  }
  void close() override {
    OpenedFeature::close();
    wanted_ = false;
    task_.give_up();
  }
  void leave_workload() override { close(); }
  void overlay(const Window& window, OverlaySpace& space) final {
    if (!is_open()) return;
    begin(window);
    if (shows(window.model)) draw_measured(window, space);
  }
  [[nodiscard]] Activity activity(const Window& /*window*/) const override {
    return {
        .busy = is_open() && (task_.running() || wanted_), .measuring = task_.running(), .waits_for_quiet = wanted_};
  }

  [[nodiscard]] const Task& task() const { return task_; }
  [[nodiscard]] MeasurementState measurement_state(const Window& window) {
    if (!shows(window.model)) return MeasurementState::none;
    if (changed(window)) return MeasurementState::changed;
    if (task_.running()) return MeasurementState::running;
    return task_.has_times() ? MeasurementState::done : MeasurementState::none;
  }

 protected:
  virtual void draw_measured(const Window& window, OverlaySpace& space) = 0;
  /// The settings without what the measurement does not look at.
  [[nodiscard]] virtual Settings measured(const Window& window) const = 0;
  /// For what its controls choose.
  [[nodiscard]] Task& own_task() { return task_; }
  /// It begins with the present settings.
  virtual void begins(const Window& /*window*/) {}

  void heading(const Window& window, const std::string& what, const char* title = "All variants") {
    const MeasuringWish wish = measuring_heading(window.ui, {.what = what,
                                                             .title = title,
                                                             .running = task_.running(),
                                                             .share = task_.share(),
                                                             .changed = changed(window),
                                                             .failure = task_.failure(),
                                                             .closes = opened_by()});
    if (wish == MeasuringWish::again) wanted_ = true;
    if (wish == MeasuringWish::give_up) task_.give_up();
  }

 private:
  /// Something of the present workload was or is measured.
  [[nodiscard]] bool shows(const WindowModel& model) const {
    const auto& settings = task_.settings();
    return settings && settings->problem.workload == model.settings().problem.workload;
  }
  /// A plan may be made for it, so only where the settings have changed.
  bool changed(const Window& window) {
    if (!looked_at_ || !same_frame(*looked_at_, window.model.settings())) {
      looked_at_ = window.model.settings();
      changed_ = measured(window) != of_;
    }
    return changed_;
  }
  /// Waits for what was given up, and for what is being produced or sampled: the window's thread does not.
  void begin(const Window& window) {
    if (!wanted_ || task_.running() || window.view.activity.producing || window.view.sampling) return;
    wanted_ = false;
    window.model.running = false;  // pictures that are computed meanwhile would be measured, too
    begins(window);
    of_ = measured(window);
    looked_at_.reset();
    task_.start(window.model.settings(), window.model.catalog, device::all());
  }

  Task task_;
  bool wanted_ = false;  // begins as soon as nothing is under way
  std::optional<Settings> looked_at_;
  std::optional<Settings> of_;
  bool changed_ = false;
};

}  // namespace heteroscope
