#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/io/new_file.hpp"

namespace heteroscope {

/// Files that belong together: all of them are written before the first is put into its place, and where one cannot be
/// put, those before it are taken back, as far as the file system knows how to (links).
class FileSet {
 public:
  /// Writes what is to be at the path; what is there stays. Throws BadInput as write_file() does.
  void add(const std::filesystem::path& path, const Make& make);
  void add_anywhere(const std::filesystem::path& path, const MakeAnywhere& make);
  void add(const std::filesystem::path& path, std::span<const std::byte> bytes);
  void add(const std::filesystem::path& path, const std::string& text);

  /// Puts all into their places, or none: throws BadInput then. The set is empty after it. A signal that would end the
  /// program waits meanwhile.
  void put();

 private:
  std::vector<std::unique_ptr<NewFile>> files_;
};

}  // namespace heteroscope
