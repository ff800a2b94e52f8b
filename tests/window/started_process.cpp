#include "tests/window/started_process.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace heteroscope {

pid_t start_process(const std::vector<std::string>& command, const Variables& variables,
                    const std::filesystem::path& output, int passed) {
  std::vector<char*> arguments;
  arguments.reserve(command.size() + 1);
  for (const std::string& each : command) arguments.push_back(const_cast<char*>(each.c_str()));
  arguments.push_back(nullptr);
  const pid_t child = fork();
  if (child != 0) return child;
  const int file = open(output.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  dup2(file, STDOUT_FILENO);
  dup2(file, STDERR_FILENO);
  if (passed >= 0) fcntl(passed, F_SETFD, 0);
  for (const auto& [name, value] : variables) {
    if (value.empty()) {
      unsetenv(name.c_str());
    } else {
      setenv(name.c_str(), value.c_str(), 1);
    }
  }
  execvp(arguments[0], arguments.data());
  _exit(127);
}

double cpu_seconds_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string line;
  std::getline(file, line);
  // after the name, which may have blanks: the state and ten numbers, then utime and stime (proc_pid_stat(5))
  std::istringstream fields(line.substr(line.rfind(')') + 1));
  std::string skipped;
  for (int i = 0; i < 11; ++i) fields >> skipped;
  double user = 0;
  double system = 0;
  fields >> user >> system;
  return (user + system) / static_cast<double>(sysconf(_SC_CLK_TCK));
}

double resident_mib_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/status");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("RssAnon:")) return std::stod(line.substr(8)) / 1024;
  }
  return 0;
}

void add_children(pid_t process, std::vector<pid_t>& out) {
  std::error_code gone;
  const std::filesystem::path threads = "/proc/" + std::to_string(process) + "/task";
  for (std::filesystem::directory_iterator each(threads, gone), end; !gone && each != end; each.increment(gone)) {
    std::ifstream children(each->path() / "children");
    for (pid_t child = 0; children >> child;) out.push_back(child);
  }
}

void stop_process(pid_t process) {
  if (process <= 0) return;
  kill(process, SIGKILL);
  waitpid(process, nullptr, 0);
}

}  // namespace heteroscope
