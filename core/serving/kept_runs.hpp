#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/io/descriptor.hpp"
#include "core/serving/received_files.hpp"
#include "core/worker/run_messages.hpp"

/// Runs that this machine executes for others: commands of this program, each in a folder of its own, which outlive the
/// worker that has begun them. A process of its own, the keeper (core/serving/run_keeper.hpp), waits for the end of
/// each.
namespace heteroscope {

/// The folder of a run.
class RunFolder {
 public:
  explicit RunFolder(std::filesystem::path path) : path_(std::move(path)) {}

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string name() const { return path_.filename().string(); }
  /// The folder in which the command runs, with what goes along and what it writes.
  [[nodiscard]] std::filesystem::path files() const { return path_ / "files"; }
  /// What it prints.
  [[nodiscard]] std::filesystem::path out() const { return path_ / "out"; }
  [[nodiscard]] std::filesystem::path error() const { return path_ / "error"; }
  /// Locked as long as its keeper lives, or the command, and ahead of that while the folder is filled.
  [[nodiscard]] std::filesystem::path lock() const { return path_ / "lock"; }

  /// The command that was begun, without its inputs. Throws BadInput for a record that cannot be read.
  [[nodiscard]] RunRequest command() const;
  /// Makes the folder with all that the command needs. Returns its lock. Throws BadInput.
  [[nodiscard]] Descriptor fill(const RunRequest& request, const ReceivedFiles& received) const;
  /// Returns where a file is that the command has written; none: it has not, or something leads elsewhere.
  [[nodiscard]] std::optional<std::filesystem::path> output(const std::string& name) const;

  /// A keeper waits for its end, or the command goes on alone.
  [[nodiscard]] bool is_under_way() const;
  /// Its exit code, once it has come to an end of its own.
  [[nodiscard]] std::optional<std::int32_t> code() const;
  /// Writes it over what fill() has written in its place: that needs no room on the disk. Throws BadInput.
  void keep_code(std::int32_t code) const;

  /// Locked as long as its keeper lives.
  [[nodiscard]] std::filesystem::path keeper_lock() const { return path_ / "keeper"; }
  /// Notes the command's process, which leads a group. Throws BadInput.
  void note_process(pid_t process) const;
  /// Ends the command as Ctrl-C does, whether its keeper lives or not; once. False: it has not begun yet, or has ended.
  /// Throws BadInput.
  [[nodiscard]] bool interrupt() const;
  /// Ends a run that nobody has followed for a day, where its keeper, which would do that, has gone: as Ctrl-C does,
  /// and, where that was long ago, by force. Throws BadInput.
  void end_unfollowed() const;

  /// Notes that somebody follows it.
  void note_follower() const;
  /// Returns when somebody has followed it last, or has begun it, by the machine's clock; none: that cannot be known.
  [[nodiscard]] std::optional<std::filesystem::file_time_type> last_followed() const;
  /// When it was begun, how long ago that is, and how long ago something has changed in it last.
  [[nodiscard]] std::filesystem::file_time_type begun() const;
  [[nodiscard]] std::chrono::duration<double> age() const;
  [[nodiscard]] std::chrono::duration<double> unchanged_for() const;

  /// A run that nobody follows for so long is ended.
  static constexpr std::chrono::hours longest_unfollowed{24};
  /// Then it has so long to come to its end, ahead of force.
  static constexpr std::chrono::minutes grace{10};
  /// What one has left goes so long after its end.
  static constexpr std::chrono::hours longest_kept{7 * 24};

 private:
  [[nodiscard]] std::filesystem::path request() const { return path_ / "request"; }
  [[nodiscard]] std::filesystem::path end() const { return path_ / "code"; }
  [[nodiscard]] std::filesystem::path interrupted() const { return path_ / "stop"; }
  [[nodiscard]] std::filesystem::path process() const { return path_ / "process"; }
  [[nodiscard]] std::optional<pid_t> leader() const;
  [[nodiscard]] std::filesystem::path followed() const { return path_ / "followed"; }

  std::filesystem::path path_;
};

/// All runs of this machine. Several workers may use them at the same time.
class KeptRuns {
 public:
  static constexpr std::size_t most = 32;  ///< more are refused

  explicit KeptRuns(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Those in the folder of what can be made again, by a word for this machine: several may share a home folder. Throws
  /// BadInput where there is none.
  static KeptRuns usual();

  /// Starts the command, unless that was done before. Returns the keeper's process, which is a child of this one; none
  /// where the run was there already. Throws BadInput where it cannot begin.
  std::optional<pid_t> begin(const RunRequest& request, const ReceivedFiles& files) const;
  /// Throws BadInput where there is none of that name.
  [[nodiscard]] RunFolder find(const std::string& name) const;
  /// Returns all, the oldest first; those that have been kept for long enough go.
  [[nodiscard]] std::vector<RunFacts> list() const;
  /// Removes what a run has left. Throws BadInput where it is under way.
  void forget(const std::string& name) const;

 private:
  [[nodiscard]] std::vector<RunFolder> all() const;
  void sweep() const;

  std::filesystem::path folder_;
};

}  // namespace heteroscope
