#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace heteroscope {

/// Whether it is one of 0 to 9, whatever the locale.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// The number that all of a text says, as C++ writes it and whatever the locale. None: the text is something else, or
/// its number is beyond T.
template <class T>
std::optional<T> number_from(std::string_view text) {
  T out{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(out) : std::nullopt;
}

/// The text without the '+' that a person may write before a number.
constexpr std::string_view without_plus(std::string_view text) {
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-' && text[1] != '+';
  return plus ? text.substr(1) : text;
}

}  // namespace heteroscope
