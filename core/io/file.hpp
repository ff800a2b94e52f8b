#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/io/descriptor.hpp"
#include "core/io/new_file.hpp"

namespace heteroscope {

/// The folder in which a file of this path lies; "." where the path names none.
std::filesystem::path folder_of(const std::filesystem::path& path);

/// Writes the whole file before it takes the target's place: the target is never half written, and stays as it was if
/// anything fails. Throws BadInput with the path and the system's reason.
void write_file(const std::filesystem::path& path, std::span<const std::byte> bytes);
void write_file(const std::filesystem::path& path, const std::string& text);
void write_file(const std::filesystem::path& path, const Make& make);

/// The same of a file that the program keeps beside another; throws what check_kept_file() does, too.
void write_kept_file(const std::filesystem::path& path, const std::string& text);

/// The same, and throws BadInput if something is there: nothing is replaced.
void write_new_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

/// What may be read beside regular files.
enum class Streams {
  refused,
  piped,  ///< a pipe that was handed over: /dev/stdin, /dev/fd/N
};

/// The bytes of a regular file; others are refused without waiting for them. Throws BadInput with the path and the
/// system's reason, or if it is larger than `limit` bytes.
std::vector<std::byte> read_file(const std::filesystem::path& path, std::size_t limit = std::size_t{1} << 32,
                                 Streams streams = Streams::refused);
/// read_file() of a file that is text.
std::string read_text(const std::filesystem::path& path, std::size_t limit, Streams streams = Streams::refused);
/// Reads a regular file part by part, so that no more than a part is held in memory.
class FileParts {
 public:
  /// Throws BadInput as read_file() does; a file may have any size.
  explicit FileParts(std::filesystem::path path);
  /// What the file had when it was opened.
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// Returns the bytes that follow, `most` of them unless the file ends before. Throws BadInput as read_file() does.
  std::string next(std::size_t most);

 private:
  std::filesystem::path path_;
  Descriptor file_;
  std::uint64_t bytes_ = 0;
};

/// The first bytes of a regular file, as far as there are that many; none of anything else. Throws nothing.
std::vector<std::byte> read_start(const std::filesystem::path& path, std::size_t count);

}  // namespace heteroscope
