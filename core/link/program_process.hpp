#pragma once

#include <sys/types.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// The word of the command with which the program serves another process of its own. It is not for a person.
inline constexpr std::string_view worker_command = "worker";

/// Returns "it was stopped by signal 11, Segmentation fault".
std::string end_by_signal(int signal);

/// Another process of this program, with a channel of two ways to its standard input and output. It ends with the
/// object: by itself, once its input ends, or else by force; and with it the group of processes that it leads, if any.
class ProgramProcess {
 public:
  /// Starts the program with these words behind its name, by a program that watches over it where `runner` has the path
  /// and the words of one. `errors` becomes its standard error. Throws BadInput, beginning with `what`, where the
  /// system starts no process.
  ProgramProcess(std::string_view what, std::vector<std::string> words, std::vector<std::string> runner = {},
                 int errors = STDERR_FILENO);
  /// Starts another program, the first of the words, which the system looks for, as the leader of a group of processes;
  /// `errors` becomes its standard error. Throws as above.
  ProgramProcess(std::string_view what, std::vector<std::string> words, const Descriptor& errors);
  ~ProgramProcess();
  ProgramProcess(const ProgramProcess&) = delete;
  ProgramProcess& operator=(const ProgramProcess&) = delete;

  [[nodiscard]] int channel() const { return channel_.get(); }
  [[nodiscard]] pid_t id() const { return process_; }
  /// Ends it at once, whatever it is doing, and the group that it leads.
  void kill() const;
  /// Waits for its end, which is by force if it does not come within `patience`, and says how it came: "it was ended by
  /// signal 11, Segmentation fault". Called once.
  std::string wait_for_end(std::chrono::milliseconds patience = std::chrono::seconds(20));

 private:
  template <class Spawn>
  void start(std::string_view what, Spawn spawn);
  [[nodiscard]] bool has_ended_within(std::chrono::milliseconds patience) const;

  Descriptor channel_;
  pid_t process_ = -1;
};

}  // namespace heteroscope
