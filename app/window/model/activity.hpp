#pragma once

#include <algorithm>
#include <optional>

namespace heteroscope {

/// The work that a feature does by itself. It decides how often the window is drawn, whether the window has come to
/// rest, and whether other features may compute or measure meanwhile.
struct Activity {
  bool busy = false;             ///< it makes something that will be shown
  bool moves = false;            ///< it changes on the screen all the time
  bool measuring = false;        ///< it measures times: nothing else should be computed
  bool waits_for_quiet = false;  ///< it begins to measure times once nothing else is computed
  bool measures_idle = false;    ///< it measures times as long as nothing else is wanted, and gives way to all
  bool comparing = false;        ///< it compares in the background: no measurement begins that gives way to all
  bool suite = false;            ///< a suite is measured, or is about to be: no other measurement begins
  bool producing = false;        ///< it computes an order in the background
  /// When the window is to be drawn again without any event, in GLFW's time; none: not for this feature.
  std::optional<double> due_s = std::nullopt;

  /// Returns whether times are being measured.
  [[nodiscard]] bool measures() const { return measuring || measures_idle; }
  /// Returns whether a measurement that gives way to all has to wait.
  [[nodiscard]] bool holds_idle() const { return measuring || comparing; }

  /// Adds another feature's activity.
  Activity& operator+=(const Activity& other) {
    busy = busy || other.busy;
    moves = moves || other.moves;
    measuring = measuring || other.measuring;
    waits_for_quiet = waits_for_quiet || other.waits_for_quiet;
    measures_idle = measures_idle || other.measures_idle;
    comparing = comparing || other.comparing;
    suite = suite || other.suite;
    producing = producing || other.producing;
    if (other.due_s) due_s = std::min(due_s.value_or(*other.due_s), *other.due_s);
    return *this;
  }
};

}  // namespace heteroscope
