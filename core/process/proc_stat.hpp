#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The kernel's statistics of processors and of threads that want them: /proc/stat, and those of each thread (proc(5)).
namespace heteroscope {

/// The file's whole text; empty where it cannot be read.
std::string proc_stat_text(const char* path = "/proc/stat");

/// The number of threads that want a core right now, this one among them: `procs_running` of the text; 0 if it does not
/// say.
std::size_t running_threads(std::string_view stat);

/// Returns when a process was started, in clock ticks after the system's start; none: there is no such process. Number
/// and start together are no other process's. Source: proc(5), /proc/PID/stat, the 22nd field.
std::optional<std::uint64_t> start_of_process(pid_t process);

/// Returns how much of a process lies in the machine's memory, files that it has mapped among it; 0: there is no such
/// process. Source: proc_pid_statm(5), the second field, in pages.
std::size_t resident_bytes(pid_t process);

/// A thread of a process, as the system sees it.
struct ThreadState {
  pid_t id = 0;
  char state = 0;    ///< 'R': it has a core, or waits for one; 'D': it waits for a disk
  double cpu_s = 0;  ///< the time that it has had on cores

  [[nodiscard]] bool runs() const { return state == 'R'; }
};
/// The threads of a process, without those that end meanwhile. Source: proc(5), /proc/PID/task/TID/stat, the fields
/// `state`, `utime` and `stime`.
std::vector<ThreadState> threads_of(pid_t process);

/// What processors have done since the system started, in clock ticks; a second has sysconf(_SC_CLK_TCK) of them.
struct ProcessorTicks {
  int processors = 0;
  std::int64_t busy = 0;  ///< with programs, with the kernel, or taken by the host of a virtual machine
  std::int64_t all = 0;   ///< busy or not
};
/// The sum over the processors whose number `counts` accepts; none where the text has no such processor.
std::optional<ProcessorTicks> processor_ticks(std::string_view stat, const std::function<bool(int)>& counts);

}  // namespace heteroscope
