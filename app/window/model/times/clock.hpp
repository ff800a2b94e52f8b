#pragma once

#include <optional>
#include <string>

#include "core/model/settings/settings.hpp"

/// The time of workloads that have one (`Workload::clock`), which goes on while the window runs.
namespace heteroscope {

inline constexpr double slowest_clock = 0.1;
inline constexpr double fastest_clock = 10;

/// How a clock goes, and since when.
struct ClockRun {
  /// It showed this at that moment; what it has shown last tells whether somebody has set it since.
  struct Mark {
    double time = 0;
    double now_s = 0;
    double shown = 0;
    double speed = 1;
    bool operator==(const Mark&) const = default;
  };
  double speed = 1;  ///< seconds of the clock in one of the wall's
  std::optional<Mark> mark;
};

/// What a clock between `minimum` and `maximum` shows that showed `from` and has gone `elapsed` seconds of its own:
/// after its maximum it begins again. In whole thousandths of a second, so that it reads well wherever it is written.
double clock_time(double from, double elapsed, double minimum, double maximum);
/// What it shows at `now_s` of the wall. Marks anew where it was set meanwhile, or goes at another speed.
double read_clock(ClockRun& run, const Parameter& clock, double time, double now_s);

/// The parameter that is the workload's time; null where it has none.
const Parameter* clock_of(const Workload& workload);
double time_of(const Settings& settings, const Parameter& clock);

/// The workload goes on by itself while the window runs: by its steps or by its time.
bool goes_on(const Workload& workload);

/// The settings with the time at its start: two that agree then differ in nothing but the time.
Settings without_time(Settings settings, const Workload& workload);

}  // namespace heteroscope
