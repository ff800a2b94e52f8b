#pragma once

#include <array>
#include <cstddef>
#include <string>

namespace heteroscope {

/// A line of text that has the keyboard as long as it is shown.
class TypedField {
 public:
  /// Empties it, for a window that opens.
  void clear() { *this = {}; }
  /// As wide as the window; true: it was changed, or with ImGui's flag for it, Enter was pressed.
  bool build(const char* id, const char* hint, int flags = 0);
  [[nodiscard]] const char* text() const { return text_.data(); }
  /// As much of it as there is room for.
  void set(const std::string& text);

 private:
  std::array<char, std::size_t{1} << 16> text_{};
  bool typing_ = false;
};

}  // namespace heteroscope
