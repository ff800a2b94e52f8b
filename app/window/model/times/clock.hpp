#pragma once

#include <optional>

#include "core/model/settings/settings.hpp"

/// The time of workloads that have one (`Workload::clock`), which goes on while the window runs.
namespace heteroscope {

inline constexpr double slowest_clock = 0.1;
inline constexpr double fastest_clock = 10;

/// The run of a clock: its speed, and when it was read last.
struct ClockRun {
  /// The time that it showed at a moment. The time that it has shown last tells whether a person has set it since.
  struct Mark {
    double time = 0;
    double now_s = 0;
    double shown = 0;
    double speed = 1;
    bool operator==(const Mark&) const = default;
  };
  double speed = 1;  ///< seconds of the clock in one second of real time
  std::optional<Mark> mark;
};

/// Returns the time of a clock that showed `from` and has run for `elapsed` seconds of its own; after `maximum` it
/// begins again at `minimum`. The result is in whole thousandths of a second, so that it reads well.
double clock_time(double from, double elapsed, double minimum, double maximum);
/// Returns its time at `now_s` of real time. Sets a new mark if it was set meanwhile, or runs at another speed.
double read_clock(ClockRun& run, const Parameter& clock, double time, double now_s);

/// Returns the parameter that is the workload's time; null if it has none.
const Parameter* clock_of(const Workload& workload);
double time_of(const Settings& settings, const Parameter& clock);

/// Returns whether the workload goes on by itself while the window runs, by its steps or its time.
bool goes_on(const Workload& workload);

/// Returns the settings with the time at its start, so that settings which differ only in the time become equal.
Settings without_time(Settings settings, const Workload& workload);

}  // namespace heteroscope
