#pragma once

#include <string>
#include <string_view>

namespace heteroscope {

/// The user's text in quotation marks, safe inside a one-line message: control characters are escaped, long text is
/// cut.
inline std::string quote(std::string_view text) {
  constexpr std::size_t longest = 80;
  constexpr std::string_view digits = "0123456789abcdef";
  std::string out = "\"";
  for (const char c : text.substr(0, longest)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x20 || byte == 0x7f) {
      out += "\\x";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  out += text.size() > longest ? "…\"" : "\"";
  return out;
}

/// "a, b, c" from anything that can be walked; `id` gives each one's id.
template <class Range, class Id>
std::string list_ids(const Range& range, Id id) {
  std::string out;
  for (const auto& each : range) {
    if (!out.empty()) out += ", ";
    out += id(each);
  }
  return out;
}

}  // namespace heteroscope
