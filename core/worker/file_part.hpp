#pragma once

#include <cstdint>
#include <string>

namespace heteroscope {

/// A part of a file that goes to a machine elsewhere ahead of the request that reads it. The file's name there is its
/// content's SHA-256 in hexadecimal digits: formats are known by the content, too. A file without bytes has one part.
struct FilePart {
  static constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::string content;   ///< the file's name there
  std::uint64_t at = 0;  ///< where in the file it begins, in bytes
  bool is_last = true;
  std::string bytes;
};

/// Digits of such a name.
inline constexpr std::size_t content_digits = 64;
/// Returns whether it is as such a name is: no way to another folder.
inline bool is_content_name(const std::string& text) {
  return text.size() == content_digits && text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

template <class Wire>
void exchange(Wire& wire, FilePart& part) {
  wire(part.content, part.at, part.is_last, part.bytes);
}

}  // namespace heteroscope
