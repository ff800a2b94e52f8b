#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// An option and its value, however they are written; what is no option is a value alone.
struct TypedWord {
  std::string option, value;
  bool joined = false;  ///< by "="
};

/// Options that name files which a command writes, files that it reads, and files or folders with variants.
inline constexpr std::array<std::string_view, 5> written_options{"--csv", "--json", "--markdown", "--record", "--svg"};
inline constexpr std::array<std::string_view, 4> read_options{"--from", "--replay", "--settings", "--source"};
inline constexpr std::array<std::string_view, 2> variant_options{"--variant", "--variants"};

template <class List>
bool is_among(const List& list, std::string_view word) {
  return std::ranges::find(list, word) != list.end();
}

/// Returns the words as options with their values, as far as relaying has to know them.
std::vector<TypedWord> typed_words(std::span<const std::string> words);

/// Adds the word as it was typed.
void put_back(const TypedWord& word, std::vector<std::string>& to);

}  // namespace heteroscope
