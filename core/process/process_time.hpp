#pragma once

#include <sys/types.h>

#include <chrono>

namespace heteroscope {

/// Returns the seconds on processors that all threads of another process have had so far; 0 where there is none of that
/// number.
double cpu_time_s(pid_t process);
/// Returns those of this process (RUSAGE_SELF), or of those of its children that it has waited for (RUSAGE_CHILDREN).
double seconds_used(int whose);

/// The time for which another process has worked on something, whatever else the machine does. While one of its threads
/// has or wants a core, the time that it got on cores counts, at most that of the clock. Between two looks that both
/// find all threads at rest the clock's time counts, at most `longest_rest_s`: whoever looks may itself have waited for
/// a core.
class ProcessTime {
 public:
  static constexpr double longest_rest_s = 0.1;

  explicit ProcessTime(pid_t process);
  /// Looks at the process, which should be done ten times a second, and says for how long, s, it has been at it.
  double spent_s();

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] bool rests() const;

  pid_t process_;
  Clock::time_point looked_ = Clock::now();
  double cpu_s_;
  bool rested_ = false;  ///< when it was looked at last
  double spent_s_ = 0;
};

}  // namespace heteroscope
