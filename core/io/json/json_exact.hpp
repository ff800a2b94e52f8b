#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <system_error>

namespace heteroscope {

/// The number that `object` has there, no less than 0. Throws std::out_of_range where T has no such number, and what
/// json::at() does.
template <class T>
T whole_number(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = object.at(key);
  if (!value.is_number_unsigned() ||
      value.get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
    throw std::out_of_range(key);
  return value.get<T>();
}

/// A double as text: JSON has no infinity, and no number of 64 bits for some.
inline std::string exact_text(double number) {
  return fmt::format("{}", number);
}
/// The double again. Throws std::out_of_range for another text, and what json::get_ref() does for no text.
inline double exact_number(const nlohmann::json& text) {
  const auto& digits = text.get_ref<const std::string&>();
  double out = 0;
  const auto [end, failed] = std::from_chars(digits.data(), digits.data() + digits.size(), out);
  if (failed != std::errc() || end != digits.data() + digits.size()) throw std::out_of_range("number");
  return out;
}

}  // namespace heteroscope
