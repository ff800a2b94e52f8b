#pragma once

#include <filesystem>
#include <string_view>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// A folder among the system's temporary ones that only this user may enter; it goes with the object, and that of a
/// process which was killed goes when the next one is made.
class PrivateFolder {
 public:
  /// Throws BadInput, with the system's reason, where none can be made.
  PrivateFolder();
  ~PrivateFolder();
  PrivateFolder(const PrivateFolder&) = delete;
  PrivateFolder& operator=(const PrivateFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
  Descriptor lock_;  ///< held as long as the process lives
};

/// Writes a file of such a folder; nothing waits for the disk. Throws BadInput.
void write_scratch_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace heteroscope
