#pragma once

#include <sys/resource.h>

#include <filesystem>
#include <utility>
#include <vector>

namespace heteroscope {

/// for_good: the system lets nobody lift them again; until_lifted: LimitsLifted does.
enum class Limits { for_good, until_lifted };

/// Holds this process, and those that it starts, to limits: no core dumps, files of at most 1 GiB, and a number of
/// processes that a fork bomb soon reaches (the system holds root to none). It is the first that the system ends when
/// memory runs out. What the system refuses is left as it is. Called once, before there is a second thread.
void limit_process(Limits how);

/// As long as it lives, the limits are as they were before limit_process(), as far as they can be lifted: what is
/// started meanwhile has those of a login. At most one lives at a time.
class LimitsLifted {
 public:
  LimitsLifted();
  ~LimitsLifted();
  LimitsLifted(const LimitsLifted&) = delete;
  LimitsLifted& operator=(const LimitsLifted&) = delete;

 private:
  std::vector<std::pair<__rlimit_resource_t, rlimit>> lowered_;
};

/// Makes this process the leader of a group of processes: it and those that it starts, which can be ended together.
void lead_group();

/// Ends all processes of this one's group where it leads one: itself, and those that a variant has started. Returns
/// otherwise.
void end_group();

/// Ends this process, and its group where it leads one, at once: nobody waits for what is being computed, which may
/// never end.
[[noreturn]] void end_now(int code);

/// Lets this thread, and all threads and processes that it starts from now on, write nowhere but below these folders,
/// below /dev/shm, and to the devices of /dev that CUDA and programs need; folders that are not there are left out.
/// Everything can be read as before. Returns false where the kernel has no Landlock (Linux 5.13, and not switched off):
/// nothing is confined then.
bool confine_writes(const std::vector<std::filesystem::path>& folders);

}  // namespace heteroscope
