#pragma once

#include <sys/types.h>

/// The processes of this program that compute for this one: what they use is not what other programs use.
namespace heteroscope {

/// Adds a process that has been started, and removes one that has been waited for.
void add_own_process(pid_t process);
void remove_own_process(pid_t process);

/// Returns whether it is this process, or one of those.
bool is_own_process(pid_t process);
/// Returns the seconds on processors that those have had so far, without this process. Those that have been waited for
/// count on.
double time_of_own_processes_s();

}  // namespace heteroscope
