#include "app/commands/verify/checking_process.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>
#include <utility>

#include "app/commands/verify/command.hpp"
#include "app/commands/verify/process_time.hpp"
#include "core/model/settings/source.hpp"

namespace heteroscope {

namespace {

using Clock = std::chrono::steady_clock;

/// Spawns this program with one end of the channel as its standard input and output.
pid_t spawn_self(int channel) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, channel, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, channel, STDOUT_FILENO);
  std::array<std::string, 3> words{"heteroscope", "verify", std::string(answering_option)};
  std::array<char*, 4> arguments{words[0].data(), words[1].data(), words[2].data(), nullptr};
  pid_t process = -1;
  const int error = posix_spawn(&process, "/proc/self/exe", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    throw BadInput(fmt::format("verify: a checking process cannot be started: {}", std::strerror(error)));
  }
  return process;
}

/// False if the other side has gone.
bool send_all(int channel, const std::string& text) {
  for (std::size_t sent = 0; sent < text.size();) {
    const ssize_t now = send(channel, text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
    if (now < 0 && errno != EINTR) return false;
    if (now > 0) sent += static_cast<std::size_t>(now);
  }
  return true;
}

}  // namespace

CheckingProcess::~CheckingProcess() {
  end();
}

void CheckingProcess::start() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw BadInput(fmt::format("verify: a checking process cannot be started: {}", std::strerror(errno)));
  }
  channel_ = ends[0];
  try {
    process_ = spawn_self(ends[1]);
  } catch (...) {
    close(ends[1]);
    close(std::exchange(channel_, -1));
    throw;
  }
  close(ends[1]);
  received_.clear();
  has_begun_ = false;
}

void CheckingProcess::end() {
  if (process_ < 0) return;
  // At the end of its input it ends, with whatever watches over it (a sanitizer) having had its say.
  shutdown(channel_, SHUT_WR);
  constexpr auto patience = std::chrono::seconds(20);
  const auto deadline = Clock::now() + patience;
  while (Clock::now() < deadline) {
    int status = 0;
    if (waitpid(process_, &status, WNOHANG) == process_) {
      process_ = -1;
      close(std::exchange(channel_, -1));
      return;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  kill(process_, SIGKILL);
  reap();
}

/// Waits for the process, which has ended or will at once, and says how it did.
std::string CheckingProcess::reap() {
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
  process_ = -1;
  close(std::exchange(channel_, -1));
  if (WIFSIGNALED(status)) {
    const char* name = sigdescr_np(WTERMSIG(status));
    return fmt::format("it was ended by signal {}, {}", WTERMSIG(status), name == nullptr ? "which has no name" : name);
  }
  return fmt::format("it ended with exit code {}", WEXITSTATUS(status));
}

Answer CheckingProcess::lost(const std::string& why) {
  Answer out;
  out.result.outcome = Outcome::failed;
  out.result.reason = why;
  out.lost_device = true;
  return out;
}

std::optional<Answer> CheckingProcess::ask(const std::string& line, double limit_s, const GiveUp& give_up) {
  if (process_ < 0) start();
  std::optional<ProcessTime> time(process_);
  const bool sent = send_all(channel_, line + '\n');
  for (;;) {
    if (const std::size_t line_end = received_.find('\n'); line_end != received_.npos) {
      const std::string said = received_.substr(0, line_end);
      received_.erase(0, line_end + 1);
      if (said == begun_line) {
        has_begun_ = true;
        time.emplace(process_);
        continue;
      }
      const Answer answer = answer_from_line(said);
      if (answer.lost_device) end();
      return answer;
    }
    constexpr double start_s = 60;  // a driver's start may take some
    pollfd waiting{.fd = channel_, .events = POLLIN, .revents = 0};
    // what it says while it is looked at counts
    const bool hangs = time->spent_s() > limit_s + (has_begun_ ? 0 : start_s) && sent && poll(&waiting, 1, 0) == 0;
    if (hangs || give_up()) {
      kill(process_, SIGKILL);
      reap();
      return hangs ? std::optional(lost(fmt::format("it did not end within {:.3g} s", limit_s))) : std::nullopt;
    }
    constexpr int turn_ms = 100;
    if (sent && poll(&waiting, 1, turn_ms) <= 0) continue;
    std::array<char, 65536> bytes{};
    const ssize_t count = sent ? recv(channel_, bytes.data(), bytes.size(), 0) : 0;
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      const std::string how = reap();
      // what ends the program ends its processes at the same time
      return give_up() ? std::nullopt : std::optional(lost(how));
    }
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

double hang_limit_s(const Settings& settings, Catalog catalog, double least_s) {
  constexpr double slow_operations_per_s = 2e6;  // under a sanitizer
  const Problem& problem = settings.problem;
  double operations = reference_operations(settings, find_workload(catalog, problem.workload));
  if (const Workload* live = find_source_workload(catalog, problem.source.id)) {
    Settings source = default_settings(*live);
    for (const auto& [key, value] : problem.source.values) source.problem.parameters[key] = value;
    source.problem.size = problem.size;
    operations += reference_operations(source, *live);
  }
  return least_s + operations / slow_operations_per_s;
}

}  // namespace heteroscope
