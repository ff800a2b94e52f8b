#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace heteroscope {

/// The name of a file with a number in it, as C's printf has it: "frames/%05d.png".
class NumberedName {
 public:
  /// Whether the text has a % in its last part.
  static bool looks_like(std::string_view text);
  /// Throws BadInput unless the last part of the path has one %d or %0Nd (N up to 18), no other %, and ends in .png.
  explicit NumberedName(const std::filesystem::path& pattern);

  [[nodiscard]] std::filesystem::path of(std::int64_t number) const;

 private:
  std::filesystem::path folder_;
  std::string before_, after_;
  int width_ = 0;
};

}  // namespace heteroscope
