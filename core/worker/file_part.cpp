#include "core/worker/file_part.hpp"

#include <algorithm>

namespace heteroscope {

bool is_content_name(const std::string& text) {
  constexpr std::size_t longest_extension = 9;
  const auto is_digit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
  const auto is_plain = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  if (text.size() < content_digits || !std::all_of(text.begin(), text.begin() + content_digits, is_digit)) return false;
  const std::string extension = text.substr(content_digits);
  return extension.empty() || (extension.front() == '.' && extension.size() <= longest_extension &&
                               std::all_of(extension.begin() + 1, extension.end(), is_plain));
}

}  // namespace heteroscope
