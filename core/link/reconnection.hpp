#pragma once

#include <chrono>
#include <functional>
#include <optional>

namespace heteroscope {

/// Names how long a machine is looked for again after its link was lost, in seconds, for this process; see
/// link_patience_s().
inline constexpr const char* link_patience_variable = "HETEROSCOPE_LINK_PATIENCE";

/// Returns the variable's value, or 600 s. Throws BadInput if the variable is no number of seconds above 0.
double link_patience_s();

/// Returns how long to wait before a machine is asked again that has failed to answer so many times in a row: from a
/// second on twice as long each time, and a minute at most.
std::chrono::seconds pause_after(int failures);

/// The pauses between tries to reach a machine whose link was lost (pause_after()), all of them together as long as
/// patience lasts. How long a try takes does not count.
class Reconnection {
 public:
  explicit Reconnection(double patience_s = link_patience_s()) : left_s_(patience_s) {}

  /// Returns the next pause, in s; none: patience has ended.
  std::optional<double> next_s();

 private:
  double left_s_;
  int failures_ = 0;
};

/// Waits for so many seconds, and asks `asked()` some hundred times a second meanwhile. Returns false once that says
/// yes.
bool sleep_unless(double seconds, const std::function<bool()>& asked);

/// As long as one lives, the pauses of sleep_unless() pass at once: a program that tests links does not wait for a
/// clock. Made while nothing sleeps.
class PausesPass {
 public:
  PausesPass();
  ~PausesPass();
  PausesPass(const PausesPass&) = delete;
  PausesPass& operator=(const PausesPass&) = delete;
  /// Returns the seconds of all pauses that have passed since it was made.
  [[nodiscard]] double passed_s() const;
};

/// As long as one lives, executions of its thread retry a lost link: they reach the machine again and begin anew.
/// Without it they fail.
class RetryLostLinks {
 public:
  RetryLostLinks();
  ~RetryLostLinks();
  RetryLostLinks(const RetryLostLinks&) = delete;
  RetryLostLinks& operator=(const RetryLostLinks&) = delete;
  /// One lives on this thread.
  [[nodiscard]] static bool here();
};

}  // namespace heteroscope
