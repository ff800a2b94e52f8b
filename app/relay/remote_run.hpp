#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/options/file_use.hpp"
#include "app/relay/command_files.hpp"
#include "core/base/failure.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/reconnection.hpp"
#include "core/worker/run_answer.hpp"

namespace heteroscope {

/// Returns a conversation with a machine. Throws Unreachable, and BadInput where somebody asks for the end (Ctrl-C)
/// before it has begun.
std::unique_ptr<MachineLink> connect_to(const std::string& machine);

/// Returns the runs that a machine keeps. Throws Unreachable.
std::vector<RunFacts> runs_of(MachineLink& link);

/// A command that is executed on another machine as a run, which goes on there whatever becomes of the link. Where that
/// is lost it is looked for again as long as patience lasts (core/link/reconnection.hpp), which is said.
class RemoteRun {
 public:
  /// `names`: those of the files that went along; what is said of others has the names that they have there.
  RemoteRun(std::string machine, std::string run, std::vector<RemoteName> names);

  /// Sends its files and begins it, once. Throws BadInput where the machine refuses it or cannot be reached, where a
  /// file cannot be read any more, and after Ctrl-C.
  void begin(RunRequest request, const std::vector<CommandInput>& inputs);
  /// Prints what it prints, writes its files here once all have come, has the machine forget it, and returns its exit
  /// code. Ctrl-C ends it there, and so does output that cannot be written here: then nothing is kept, and what is
  /// thrown, or SIGPIPE, is what a command that is executed here would end by. `targets`: by output, the file here.
  /// Throws BadInput where a file cannot be written and where the machine cannot be reached again: then nothing is
  /// forgotten there, and the message says how to bring it later.
  int bring(const std::vector<std::string>& targets);
  /// The command that brings it later.
  [[nodiscard]] std::string how_to_fetch() const;

 private:
  template <class Talk>
  auto over_link(Talk talk);
  [[nodiscard]] std::string how_it_goes_on() const;
  void wait_for_link(const Unreachable& lost);
  [[noreturn]] void stop_waiting() const;
  void ask(MachineLink& link, std::span<const std::uint8_t> message) const;
  [[noreturn]] void refuse(const Failure& failure) const;
  int follow(MachineLink& link, const std::vector<std::string>& targets);
  void print(const RunOutput& output);
  void keep(MachineLink& link, const RunFile& part, const std::vector<std::string>& targets);

  std::string machine_, run_;
  std::vector<RemoteName> names_;
  std::unique_ptr<MachineLink> link_;  ///< null until it is needed, and after it was lost
  bool had_link_ = false;
  std::optional<Reconnection> reconnection_;  ///< while nothing new has come since the link was lost
  std::uint64_t seen_out_ = 0;                ///< bytes that it has printed, and that were printed here
  std::uint64_t seen_error_ = 0;
  Failure output_failure_;  ///< why what it prints cannot be written here; then it is ended
  Reports files_;
  ArrivingFiles arriving_;
};

}  // namespace heteroscope
