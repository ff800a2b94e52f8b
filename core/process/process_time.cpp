#include "core/process/process_time.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace heteroscope {
namespace {

/// Returns whether a thread has a core, waits for one, or waits for a disk. `stat` is its line of /proc (proc(5)).
bool wants_core(const std::string& stat) {
  const std::size_t name_end = stat.rfind(") ");
  if (name_end == stat.npos) return false;
  const char state = stat[name_end + 2];
  return state == 'R' || state == 'D';
}

}  // namespace

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
  std::error_code gone;
  std::filesystem::directory_iterator threads(fmt::format("/proc/{}/task", process_), gone);
  for (; !gone && threads != std::filesystem::directory_iterator(); threads.increment(gone)) {
    std::ifstream file(threads->path() / "stat");
    std::string stat;
    std::getline(file, stat);  // nothing, if the thread has ended meanwhile
    if (wants_core(stat)) return false;
  }
  return true;
}

}  // namespace heteroscope
