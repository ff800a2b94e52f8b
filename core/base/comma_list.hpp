#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace heteroscope {

/// "a,b,,c" as its words, empty ones too; of an empty text one empty word.
std::vector<std::string_view> words_between_commas(std::string_view text);
/// "0,1,12"; nothing where a word is no whole number from 0 on.
std::optional<std::vector<int>> whole_numbers_in(std::string_view text);

}  // namespace heteroscope
