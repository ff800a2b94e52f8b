#include "core/process/own_processes.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <mutex>
#include <set>

#include "core/process/process_time.hpp"

namespace heteroscope {
namespace {

struct OwnProcesses {
  std::mutex mutex;
  std::set<pid_t> all;
};

OwnProcesses& own_processes() {
  static auto& out = *new OwnProcesses;  // for processes that end with objects that are as long-lived as it
  return out;
}

}  // namespace

void add_own_process(pid_t process) {
  const std::lock_guard lock(own_processes().mutex);
  own_processes().all.insert(process);
}

void remove_own_process(pid_t process) {
  const std::lock_guard lock(own_processes().mutex);
  own_processes().all.erase(process);
}

bool is_own_process(pid_t process) {
  const std::lock_guard lock(own_processes().mutex);
  return process == ::getpid() || own_processes().all.contains(process);
}

double time_of_own_processes_s() {
  const std::lock_guard lock(own_processes().mutex);
  double out = seconds_used(RUSAGE_CHILDREN);
  for (const pid_t each : own_processes().all) out += cpu_time_s(each);
  return out;
}

}  // namespace heteroscope
