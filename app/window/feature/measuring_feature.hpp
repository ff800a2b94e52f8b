#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/window/feature/feature.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/feature/variant_meter.hpp"
#include "app/window/model/own_variants.hpp"

namespace heteroscope {

/// Returns why the window must not measure now: a bench is running; empty: it may.
std::string bench_runs(const Window& window);

/// How a measurement relates to the present settings, and to the files of a person's own that it measures.
enum class MeasurementState {
  none,     ///< these settings have not been measured
  running,  ///< it is under way
  done,
  changed,  ///< other settings were measured, or other saves of these files
};

/// Draws star_text() below the times; nothing if no time has a star.
void star_line(const Ui& ui, const std::vector<const VariantTime*>& times);
/// Returns the height of that line in the present window and font; 0 if no time has a star.
float star_line_height(const std::vector<const VariantTime*>& times);

/// The contents of a measurement's heading.
struct MeasuringHeading {
  std::string what;  ///< is measured
  const char* title = "All variants";
  bool running = false;      ///< it is under way
  double share = 0;          ///< the part that is done, 0 to 1
  std::string now;           ///< what is being measured; empty: nothing tells it yet
  std::string_view changed;  ///< what has changed since, in words; empty: nothing
  std::string failure;       ///< one line; empty where all could be measured
  Action closes;
};
/// Draws the title, the problem, the progress and the buttons.
MeasuringChoice measuring_heading(Ui& ui, const MeasuringHeading& heading);

/// A feature that shows the results of a task which measures beside the window's thread. The measurement begins when
/// the feature is opened, unless the present settings have been measured.
template <class Task>
class MeasuringFeature : public OpenedFeature {
 public:
  void open(const Window& window) override {
    OpenedFeature::open(window);
    // a measurement that is still under way was given up
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
  /// "the settings have changed", or a file of the person's has, since the measurement; empty: neither.
  [[nodiscard]] std::string_view what_changed(const Window& window) {
    if (!changed(window)) return {};
    return settings_changed_ ? "the settings have changed" : "your file has changed";
  }

 protected:
  virtual void draw_measured(const Window& window, OverlaySpace& space) = 0;
  /// Returns the settings without those that do not matter to the measurement.
  [[nodiscard]] virtual Settings measured(const Window& window) const = 0;
  /// Returns the variants of a person's own that a measurement would measure.
  [[nodiscard]] virtual std::vector<const Variant*> own_measured(const Window& window) const {
    return own_variants_of(*window.model.workload);
  }
  /// Returns the task, for the controls of a derived feature.
  [[nodiscard]] Task& own_task() { return task_; }
  /// Called when the measurement of the present settings begins.
  virtual void begins(const Window& /*window*/) {}

  void heading(const Window& window, const std::string& what, const char* title = "All variants") {
    const MeasuringChoice request = measuring_heading(window.ui, {.what = what,
                                                                  .title = title,
                                                                  .running = task_.running(),
                                                                  .share = task_.share(),
                                                                  .now = task_.now(),
                                                                  .changed = what_changed(window),
                                                                  .failure = task_.failure(),
                                                                  .closes = opened_by()});
    if (request == MeasuringChoice::again) wanted_ = true;
    if (request == MeasuringChoice::give_up) task_.give_up();
  }

 private:
  /// Returns whether the present workload was or is being measured.
  [[nodiscard]] bool shows(const WindowModel& model) const {
    const auto& settings = task_.settings();
    return settings && settings->problem.workload == model.settings().problem.workload;
  }
  /// Returns whether the settings to be measured have changed, or the saves of a person's files that would be. Where
  /// that may take a plan, the former are worked out only when one of these has changed.
  bool changed(const Window& window) {
    std::vector<const Variant*> own = own_measured(window);
    if (!looked_at_ || own != looked_at_own_ || !same_frame(*looked_at_, window.model.settings())) {
      looked_at_ = window.model.settings();
      settings_changed_ = measured(window) != of_;
      changed_ = settings_changed_ || own != of_own_;
      looked_at_own_ = std::move(own);
    }
    return changed_;
  }
  /// Begins once the work that was given up, orders and samples have ended; the window's thread does not wait for that.
  void begin(const Window& window) {
    if (!wanted_ || task_.running() || window.view.activity.producing || window.view.sampling) return;
    wanted_ = false;
    window.model.running = false;  // pictures that are computed meanwhile would disturb the times
    begins(window);
    of_ = measured(window);
    of_own_ = own_measured(window);
    looked_at_.reset();
    task_.start(window.model.settings(), window.model.catalog, device::all());
  }

  Task task_;
  bool wanted_ = false;  // a measurement is to begin as soon as no other work is under way
  std::optional<Settings> looked_at_;
  std::vector<const Variant*> looked_at_own_;
  std::optional<Settings> of_;  ///< what was measured last
  std::vector<const Variant*> of_own_;
  bool changed_ = false;
  bool settings_changed_ = false;  ///< else a save alone has
};

}  // namespace heteroscope
