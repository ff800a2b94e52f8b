#include "core/process/process_time.hpp"

#include <sys/resource.h>

#include <algorithm>
#include <ctime>

#include "core/process/proc_stat.hpp"

namespace heteroscope {

double cpu_time_s(pid_t process) {
  clockid_t clock{};
  timespec time{};
  if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &time) != 0) return 0;
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

double seconds_used(int whose) {
  rusage use{};
  ::getrusage(whose, &use);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(use.ru_utime) + seconds(use.ru_stime);
}

ProcessTime::ProcessTime(pid_t process) : process_(process), cpu_s_(cpu_time_s(process)) {}

double ProcessTime::spent_s() {
  const Clock::time_point now = Clock::now();
  const double cpu = cpu_time_s(process_);
  const double clock_s = std::chrono::duration<double>(now - looked_).count();
  const bool rests_now = rests();
  spent_s_ += rests_now && rested_ ? std::min(clock_s, longest_rest_s) : std::min(clock_s, cpu - cpu_s_);
  rested_ = rests_now;
  looked_ = now;
  cpu_s_ = cpu;
  return spent_s_;
}

bool ProcessTime::rests() const {
  return std::ranges::none_of(threads_of(process_),
                              [](const ThreadState& each) { return each.runs() || each.state == 'D'; });
}

}  // namespace heteroscope
