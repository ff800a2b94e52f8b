#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "core/base/failure.hpp"
#include "core/link/wire.hpp"
#include "core/worker/run_messages.hpp"

/// What an asking process reads about runs. The machine that says it is not trusted: each function throws BadInput for
/// what no worker of this program sends.
namespace heteroscope {

using FollowAnswer = std::variant<RunOutput, RunFile, RunEnd, Failure>;

/// Returns what is said of a run that was to write so many files. An exit code is −1 to 255.
FollowAnswer follow_answer(std::span<const std::uint8_t> message, std::size_t outputs);
/// Returns the runs that a machine keeps, with names that are those of runs.
std::vector<RunFacts> kept_runs_in(std::span<const std::uint8_t> message);
/// Returns why what was asked for is not done; no failure: it is done.
Failure done_answer(std::span<const std::uint8_t> message);

/// The files of a run, which come in parts, one behind the other.
class ArrivingFiles {
 public:
  /// Takes a part. Returns the file's bytes with the last one; nothing before that, and nothing of a file that has come
  /// already. A file begins anew where its first part comes again: the link was lost in the middle of it. Throws
  /// BadInput for a part that does not follow those before it.
  std::optional<std::string> take(const RunFile& part);

 private:
  std::map<std::uint32_t, std::string> begun_;
  std::set<std::uint32_t> come_;
};

}  // namespace heteroscope
