#include "core/base/shell_word.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

namespace heteroscope {

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain = "_-./:=,+@%";
  const bool is_plain = !text.empty() && std::ranges::all_of(text, [&](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || plain.find(c) != std::string_view::npos;
  });
  if (is_plain) return text;
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

}  // namespace heteroscope
