#include "core/serving/run_keeper.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <optional>
#include <thread>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/descriptor.hpp"
#include "core/io/file_lock.hpp"
#include "core/process/process_start.hpp"
#include "core/serving/kept_runs.hpp"
#include "core/worker/worker_process.hpp"

namespace heteroscope {
namespace {

using Clock = std::chrono::steady_clock;

bool has_ended(pid_t process) {
  siginfo_t end{};
  return waitid(P_PID, static_cast<id_t>(process), &end, WEXITED | WNOHANG | WNOWAIT) == 0 && end.si_pid == process;
}

/// Whether nobody follows a run any more. The machine's clock may be set meanwhile: how long ago somebody has followed
/// is told by one that goes on from where it was when that was seen.
class FollowerTimeout {
 public:
  explicit FollowerTimeout(const RunFolder& run) : run_(run) {}

  [[nodiscard]] bool has_passed() {
    const auto last = run_.last_followed();
    if (!last) return false;
    if (*last != seen_) {
      seen_ = *last;
      clock_then_ = std::filesystem::file_time_type::clock::now();
      then_ = Clock::now();
    }
    return clock_then_ - *last + (Clock::now() - then_) > RunFolder::longest_unfollowed;
  }

 private:
  const RunFolder& run_;
  std::filesystem::file_time_type seen_{}, clock_then_{};
  Clock::time_point then_{};
};

/// Waits for the end of the command, which leads a group of processes, and returns its exit code: what shells say where
/// it had not begun to look at a Ctrl-C, and −1 where another signal was the end.
std::int32_t code_of(pid_t process, const RunFolder& run) {
  constexpr auto short_turn = std::chrono::milliseconds(20);
  constexpr auto long_turn = std::chrono::milliseconds(250);  // which disturbs no measurement
  constexpr auto short_for = std::chrono::seconds(2);
  const Clock::time_point begun = Clock::now();
  std::optional<Clock::time_point> asked;
  FollowerTimeout timeout(run);
  while (!has_ended(process)) {
    const Clock::time_point now = Clock::now();
    const bool alone = timeout.has_passed();
    if (alone && !asked) {
      static_cast<void>(run.interrupt());
      asked = now;
    }
    if (alone && now - *asked > RunFolder::grace) ::kill(-process, SIGKILL);
    std::this_thread::sleep_for(now - begun < short_for ? short_turn : long_turn);
  }
  ::kill(-process, SIGKILL);  // what it has started ends with it; its number is no other's until it has been waited for
  const int status = status_at_end(process);
  constexpr std::int32_t interrupted = 130;
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGINT) return interrupted;
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

}  // namespace

Descriptor open_stream(const std::filesystem::path& file) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600));
  if (!out.is_open()) throw BadInput(fmt::format("cannot write {}: {}", file.string(), reason_of(errno)));
  return out;
}

std::vector<std::string> keeper_words(const std::filesystem::path& run) {
  return {"/proc/self/exe", std::string(worker_command), std::string(worker_run_option), run.string()};
}

void keep_run(const std::filesystem::path& folder) {
  const RunFolder run(folder);
  const RunRequest command = run.command();
  const Descriptor alive = lock_of(run.keeper_lock(), run.path());  // which the command does not inherit
  const Descriptor out = open_stream(run.out());
  const Descriptor error = open_stream(run.error());
  // the command holds the lock, too: where something ends this process alone, the run has not come to its end
  const Descriptor lock(::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
  ProcessStart start(ProcessStart::Apart::group);
  start.connect(lock.get(), STDIN_FILENO);
  start.connect(out.get(), STDOUT_FILENO);
  start.connect(error.get(), STDERR_FILENO);
  start.enter(run.files().string());
  std::vector<std::string> words{"/proc/self/exe"};
  words.insert(words.end(), command.words.begin(), command.words.end());
  pid_t process = -1;
  if (const int failed = start.run(process, std::move(words)); failed != 0)
    throw BadInput(fmt::format("the command cannot be started: {}", reason_of(failed)));
  run.note_process(process);
  run.keep_code(code_of(process, run));
}

}  // namespace heteroscope
