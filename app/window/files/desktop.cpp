#include "app/window/files/desktop.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace heteroscope {
namespace {

constexpr const char* opener = "xdg-open";

/// In a session of its own, with signals as they are at a start, and without this program's input and output.
class DetachedStart {
 public:
  DetachedStart() {
    posix_spawnattr_init(&attributes_);
    posix_spawn_file_actions_init(&actions_);
    sigset_t signals;
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    sigfillset(&signals);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  ~DetachedStart() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  DetachedStart(const DetachedStart&) = delete;
  DetachedStart& operator=(const DetachedStart&) = delete;

  /// Returns an error's number; 0: it has begun.
  int start(pid_t& process, const char* program, std::string argument) {
    std::string name = program;
    const std::array<char*, 3> words{name.data(), argument.data(), nullptr};
    return posix_spawnp(&process, program, &actions_, &attributes_, words.data(), environ);
  }

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

std::string Desktop::open(const std::filesystem::path& file) {
  Started next{.process = -1, .file = file};
  const int failed = DetachedStart().start(next.process, opener, file.string());
  if (failed == ENOENT) return fmt::format("there is no {} here that could open it", opener);
  if (failed != 0) return fmt::format("{} could not be started: {}", opener, std::strerror(failed));
  started_.push_back(std::move(next));
  return {};
}

std::vector<std::filesystem::path> Desktop::failed() {
  std::vector<std::filesystem::path> out;
  std::erase_if(started_, [&](const Started& each) {
    int status = 0;
    if (waitpid(each.process, &status, WNOHANG) == 0) return false;
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) out.push_back(each.file);
    return true;
  });
  return out;
}

}  // namespace heteroscope
