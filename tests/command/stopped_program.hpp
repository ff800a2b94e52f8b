#pragma once

#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "tests/command/program.hpp"

namespace heteroscope::testing {

/// Runs of the program that are stopped on the way. What they say is in `out` and `error`, in its folder.
class StoppedProgram : public Program {
 protected:
  /// Starts it, sends it the signal once `there` says so, and waits for it. Returns its status.
  [[nodiscard]] int stopped_by(int signal, const std::string& arguments, const std::function<bool()>& there) const {
    const std::string line = "cd '" + folder() + "' && unset DISPLAY; export HETEROSCOPE_MEMORY_LIMIT=600M; exec '" +
                             program() + "' " + arguments + " >out 2>error";
    const pid_t child = fork();
    if (child == 0) {
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      execl("/bin/sh", "sh", "-c", line.c_str(), nullptr);
      _exit(127);
    }
    running_ = child;
    int status = 0;
    while (!there()) {
      if (waitpid(child, &status, WNOHANG) != 0) return status;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    kill(child, signal);
    waitpid(child, &status, 0);
    return status;
  }

  /// The same; beside much else that runs the signal may come when all is done: what has been written is then put
  /// away, and it begins again.
  [[nodiscard]] int stopped_before(const std::string& written, int signal, const std::string& arguments,
                                   const std::function<bool()>& there) const {
    constexpr int most = 20;
    for (int i = 1;; ++i) {
      const int status = stopped_by(signal, arguments, there);
      if (i == most || !std::filesystem::remove(file(written))) return status;
    }
  }

  /// What the one that runs has computed, s.
  [[nodiscard]] double cpu_seconds() const {
    clockid_t clock{};
    timespec time{};
    if (clock_getcpuclockid(running_, &clock) != 0 || clock_gettime(clock, &time) != 0) return 0;
    return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
  }

 private:
  mutable pid_t running_ = 0;
};

}  // namespace heteroscope::testing
