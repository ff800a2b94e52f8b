#include "core/link/program_process.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "core/process/own_processes.hpp"
#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

/// Starts this program, or another one that starts it, with one end of the channel as its standard input and output.
/// `errors` becomes its standard error. Returns an error's number.
int spawn_self(pid_t& process, std::vector<std::string> words, std::vector<std::string> runner, int channel,
               int errors) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
  if (errors != STDERR_FILENO) posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO);
  const std::string program = runner.empty() ? "/proc/self/exe" : runner.front();
  std::error_code unknown;  // which the runner tells of
  words.insert(words.begin(),
               runner.empty() ? "heteroscope" : std::filesystem::read_symlink("/proc/self/exe", unknown));
  words.insert(words.begin(), runner.begin(), runner.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const int error = posix_spawn(&process, program.c_str(), &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

}  // namespace

std::string end_by_signal(int signal) {
  const char* const name = sigdescr_np(signal);
  return fmt::format("it was stopped by signal {}, {}", signal, name == nullptr ? "which has no name" : name);
}

ProgramProcess::ProgramProcess(std::string_view what, std::vector<std::string> words, std::vector<std::string> runner,
                               int errors) {
  start(what, [&](int channel) { return spawn_self(process_, std::move(words), std::move(runner), channel, errors); });
}

ProgramProcess::ProgramProcess(std::string_view what, std::vector<std::string> words, const Descriptor& errors) {
  start(what, [&](int channel) {
    ProcessStart program(ProcessStart::Apart::group);
    program.connect(channel, STDIN_FILENO);
    program.connect(channel, STDOUT_FILENO);
    program.connect(errors.get(), STDERR_FILENO);
    return program.run(process_, std::move(words));
  });
}

template <class Spawn>
void ProgramProcess::start(std::string_view what, Spawn spawn) {
  const auto refused = [&](int error) {
    return BadInput(fmt::format("{} cannot be started: {}", what, std::strerror(error)));
  };
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) throw refused(errno);
  channel_ = Descriptor(ends[0]);
  const Descriptor other(ends[1]);
  if (const int error = spawn(other.get()); error != 0) throw refused(error);
  add_own_process(process_);
}

ProgramProcess::~ProgramProcess() {
  if (process_ < 0) return;
  // At the end of its input it ends, and whatever watches over it (a sanitizer) has written its log before.
  shutdown(channel_.get(), SHUT_WR);
  wait_for_end();
}

bool ProgramProcess::has_ended_within(std::chrono::milliseconds patience) const {
  const auto deadline = std::chrono::steady_clock::now() + patience;
  while (std::chrono::steady_clock::now() < deadline) {
    siginfo_t end{};
    if (waitid(P_PID, static_cast<id_t>(process_), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == process_)
      return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  return false;
}

void ProgramProcess::kill() const {
  if (process_ < 0) return;    // by which all processes of the user would be meant
  ::kill(-process_, SIGKILL);  // its number is no other group's until it has been waited for
  ::kill(process_, SIGKILL);
}

std::string ProgramProcess::wait_for_end(std::chrono::milliseconds patience) {
  const bool by_itself = has_ended_within(patience);
  if (!by_itself) kill();
  // Until it has been waited for, its number is no other's: what it has started in a group of its own ends with it.
  siginfo_t end{};
  while (waitid(P_PID, static_cast<id_t>(process_), &end, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
  ::kill(-process_, SIGKILL);
  const int status = status_at_end(process_);
  remove_own_process(std::exchange(process_, -1));
  if (!by_itself) return "it has closed its output, but is still running";
  if (!WIFSIGNALED(status)) return fmt::format("it ended with exit code {}", WEXITSTATUS(status));
  return end_by_signal(WTERMSIG(status));
}

}  // namespace heteroscope
