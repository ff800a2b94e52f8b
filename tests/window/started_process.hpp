#pragma once

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

/// Processes that tests start, and what the system says of them.
namespace heteroscope {

/// Names and values of a process's environment.
using Variables = std::vector<std::pair<std::string, std::string>>;

/// Starts a program; its output goes to `output`. An empty value takes a variable away. Of the files that are open here
/// it has `passed`.
pid_t start_process(const std::vector<std::string>& command, const Variables& variables,
                    const std::filesystem::path& output, int passed = -1);
/// Kills a process that this one has started, and waits for its end.
void stop_process(pid_t process);

/// The processor time that a process has used, in seconds.
double cpu_seconds_of(pid_t process);
/// MiB of a process's own memory; 0 of one that has ended.
double resident_mib_of(pid_t process);
/// Adds the processes that a process, any thread of it, has started.
void add_children(pid_t process, std::vector<pid_t>& out);

}  // namespace heteroscope
