#include "core/process/process_start.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

namespace heteroscope {

ProcessStart::ProcessStart(Apart apart) {
  posix_spawnattr_init(&attributes_);
  posix_spawn_file_actions_init(&actions_);
  sigset_t signals;
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes_, &signals);
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes_, &signals);
  posix_spawnattr_setpgroup(&attributes_, 0);
  const int own = apart == Apart::session ? POSIX_SPAWN_SETSID : apart == Apart::group ? POSIX_SPAWN_SETPGROUP : 0;
  posix_spawnattr_setflags(&attributes_, static_cast<short>(own | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF));
  posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
}

ProcessStart::~ProcessStart() {
  posix_spawn_file_actions_destroy(&actions_);
  posix_spawnattr_destroy(&attributes_);
}

void ProcessStart::connect(int descriptor, int as) {
  posix_spawn_file_actions_adddup2(&actions_, descriptor, as);
}

void ProcessStart::enter(const std::string& folder) {
  posix_spawn_file_actions_addchdir_np(&actions_, folder.c_str());
}

int ProcessStart::run(pid_t& process, std::vector<std::string> words) {
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  return posix_spawnp(&process, arguments.front(), &actions_, &attributes_, arguments.data(), environ);
}

int status_at_end(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

}  // namespace heteroscope
