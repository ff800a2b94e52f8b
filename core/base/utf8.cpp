#include "core/base/utf8.hpp"

namespace heteroscope {

Utf8Character first_character(std::string_view text) {
  if (text.empty()) return {};
  const auto lead = static_cast<unsigned char>(text[0]);
  const Utf8Character broken{.point = lead, .bytes = 1, .valid = false};
  if (lead < 0x80) return {.point = lead, .bytes = 1, .valid = true};
  if (lead < 0xc2 || lead >= 0xf5) return broken;
  const std::size_t bytes = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (text.size() < bytes) return broken;
  char32_t point = lead & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    // The second byte's range leaves out longer forms than needed, surrogates and what is beyond U+10FFFF.
    const unsigned char low = i > 1 ? 0x80 : lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = i > 1 ? 0xbf : lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte < low || byte > high) return broken;
    point = point << 6 | (byte & 0x3fU);
  }
  return {.point = point, .bytes = bytes, .valid = true};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const Utf8Character first = first_character(text);
    if (!first.valid) return false;
    text.remove_prefix(first.bytes);
  }
  return true;
}

}  // namespace heteroscope
