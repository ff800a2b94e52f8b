#pragma once

#include <filesystem>

namespace heteroscope {

/// A hidden name beside a file that is being written, ".heteroscope-PROCESS-NUMBER.part", which no other has. What it
/// names is removed with the object, or by remove_part_files() where a signal ends the program.
class PartFile {
 public:
  /// Only makes the name up.
  explicit PartFile(const std::filesystem::path& folder);
  ~PartFile();
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// The name turned out to be another's: what it names stays.
  void disown();

 private:
  std::filesystem::path path_;
  int slot_ = -1;
};

/// Removes what all part files name now. Safe in a signal's handler; the program must end after it.
void remove_part_files() noexcept;

/// Removes what processes that are no more have left in the folder: those that were killed, or lost their power.
void sweep_part_files(const std::filesystem::path& folder);

}  // namespace heteroscope
