#pragma once

#include <cstddef>
#include <string_view>

namespace heteroscope {

/// The character with which a text begins.
struct Utf8Character {
  char32_t point = 0;     ///< its number; of a byte that is no UTF-8, that byte
  std::size_t bytes = 0;  ///< 0 only of an empty text
  bool valid = false;     ///< a shortest form, no surrogate, not beyond U+10FFFF
};

/// The first character of the text. Bytes that are not valid UTF-8 count as one character each.
Utf8Character first_character(std::string_view text);

/// Whether all of the text is UTF-8.
bool is_utf8(std::string_view text);

}  // namespace heteroscope
