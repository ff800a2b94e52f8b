#include "core/base/comma_list.hpp"

#include <algorithm>

#include "core/base/number_text.hpp"

namespace heteroscope {

std::vector<std::string_view> words_between_commas(std::string_view text) {
  std::vector<std::string_view> out;
  for (;;) {
    const std::size_t comma = std::min(text.find(','), text.size());
    out.push_back(text.substr(0, comma));
    if (comma == text.size()) return out;
    text.remove_prefix(comma + 1);
  }
}

std::optional<std::vector<int>> whole_numbers_in(std::string_view text) {
  std::vector<int> out;
  for (const std::string_view word : words_between_commas(text)) {
    const auto number = number_from<int>(word);
    if (!number || *number < 0) return std::nullopt;
    out.push_back(*number);
  }
  return out;
}

}  // namespace heteroscope
