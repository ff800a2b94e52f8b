#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/private_folder.hpp"
#include "core/link/message_channel.hpp"
#include "core/link/program_process.hpp"
#include "core/worker/caught_output.hpp"

namespace heteroscope {

/// The option of the worker's command that names the folder that is the worker's own, and also tells it to write
/// nowhere else. It is not for a person.
inline constexpr std::string_view worker_folder_option = "--folder";

/// The folder of a worker for its temporary files, and what it prints; both go after the process.
struct WorkerBelongings {
  PrivateFolder folder;
  CaughtOutput output;
};

/// A worker. One that is confined writes to few places beside its folder (core/serving/confinement.hpp).
class WorkerProcess : private WorkerBelongings, public ProgramProcess {
 public:
  /// Throws BadInput where the system starts no process, or gives no folder or pipe.
  explicit WorkerProcess(bool confined, std::vector<std::string> runner = {});

  [[nodiscard]] bool is_confined() const { return confined_; }
  [[nodiscard]] const MessageChannel& messages() const { return messages_; }
  /// Returns what it has printed since the last time.
  PrintedLines take_printed() { return output.take(); }

 private:
  bool confined_;
  MessageChannel messages_;
};

}  // namespace heteroscope
