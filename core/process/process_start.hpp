#pragma once

#include <spawn.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace heteroscope {

/// How another program is started: without a shell, detached from this one's keyboard, and with signals as at a start.
/// Its input and output are empty unless something else is said.
class ProcessStart {
 public:
  /// group: Ctrl-C is this program's to answer; session: it goes on when this one's terminal has gone, too; no: it is
  /// of this one's group, and ends with it.
  enum class Apart { group, session, no };

  explicit ProcessStart(Apart apart);
  ~ProcessStart();
  ProcessStart(const ProcessStart&) = delete;
  ProcessStart& operator=(const ProcessStart&) = delete;

  /// The program's input, output or messages (STDIN_FILENO, …) are the descriptor's.
  void connect(int descriptor, int as);
  /// The folder in which it starts.
  void enter(const std::string& folder);
  /// Starts the program that the first word names, found by PATH. Returns an error's number; 0: it has begun.
  int run(pid_t& process, std::vector<std::string> words);

 private:
  posix_spawnattr_t attributes_{};
  posix_spawn_file_actions_t actions_{};
};

/// Waits for the end of a program that has been started. Returns its status as waitpid() has it.
int status_at_end(pid_t process);

}  // namespace heteroscope
