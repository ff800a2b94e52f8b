#pragma once

#include <sys/types.h>

#include <cstddef>
#include <functional>
#include <set>
#include <vector>

#include "core/model/launch_observer.hpp"
#include "core/process/proc_stat.hpp"

namespace heteroscope {

/// What is held against a function that took more time on processors than its threads can have had.
struct BusyProcessors {
  double excess_s = 0;  ///< of all calls
  double most = 0;      ///< processors that it kept busy in a call
  int threads = 0;      ///< that it was given for that call

  /// Adds a call that was given so many threads and took `wall_s` by the clock, and in all threads of the process
  /// `cpu_s` on processors. As many threads may be at work, and all but one of an OpenMP team may still spin beside
  /// them; a machine that is loaded only makes `cpu_s` less. `running`: other threads that ran when it began, whose
  /// time before it may be counted only now.
  void add(int given, double cpu_s, double wall_s, std::size_t running = 0);
  /// Whether it is clear that there were more threads at work.
  [[nodiscard]] bool too_many() const;
};

/// Seconds that all threads of the process have had on processors, and those that a clock shows; what the other threads
/// do, and a wait of about a millisecond.
struct ThreadClocks {
  std::function<double()> cpu_s;
  std::function<double()> wall_s;
  std::function<std::vector<ThreadState>()> others = other_threads;
  std::function<void()> pause = pause_shortly;

  /// Those of this process but for the calling one.
  static std::vector<ThreadState> other_threads();
  static void pause_shortly();
};

/// Looks at the threads of this process while a person's functions for the CPU compute frames: they may use as many as
/// they are given, and keep some for the next call, which then sleep. One thread makes and uses it.
class ThreadCheck final : public LaunchObserver {
 public:
  /// Threads that run already, which may be those of other files, are not the functions'.
  explicit ThreadCheck(ThreadClocks clocks = system_clocks());

  /// Makes a function's call, and notes how many processors were busy with it, unless it follows on a short one. No
  /// other participant may compute meanwhile.
  void around(const Job& job, const std::function<void()>& call) override;
  /// After a frame. Ends this thread's OpenMP team, whose threads may spin lawfully, and waits until the functions'
  /// threads have come to rest: a sleep that is short beside the time for which a thread has run on is none. Throws
  /// VariantFault where one of them runs on for half a second on a processor, however long it waits for one; and where
  /// calls took more threads than they were given.
  void check() const;

 private:
  static ThreadClocks system_clocks();
  [[nodiscard]] std::vector<ThreadState> others_that_run() const;
  void check_left() const;

  ThreadClocks clocks_;
  std::set<pid_t> ran_before_;
  BusyProcessors busy_;
  double last_wall_s_ = 1;  ///< that the last call took; at first, long
};

}  // namespace heteroscope
