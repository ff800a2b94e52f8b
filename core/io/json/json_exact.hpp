#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/number_text.hpp"
#include "core/io/json/json_text.hpp"

/// Values that the program has written for itself, a state or a letter, and that have to be there to the last digit.
/// What people write is read by Section (json_section.hpp), which names each key.
namespace heteroscope {

/// `read(value)` of the text's value, in which it may use whatever is below and json::at() and get(): what they throw
/// becomes BadInput that says "NAME: this is no WHAT", as parse_json()'s own errors are BadInput.
template <class Read>
auto read_exactly(const std::string& text, const std::string& name, std::string_view what, const Read& read) {
  constexpr int levels = 32;
  const nlohmann::json value = parse_json(text, name, levels);
  const auto wrong = [&] { return BadInput(fmt::format("{}: this is no {}", name, what)); };
  try {
    return read(value);
  } catch (const nlohmann::json::exception&) {
    throw wrong();
  } catch (const std::out_of_range&) {
    throw wrong();
  }
}

/// The text of an object within. Throws std::out_of_range for what is no object, and what json::at() does.
inline std::string object_text(const nlohmann::json& object, const char* key) {
  const nlohmann::json& value = object.at(key);
  if (!value.is_object()) throw std::out_of_range(key);
  return value.dump();
}

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
  const auto out = number_from<double>(text.get_ref<const std::string&>());
  if (!out) throw std::out_of_range("number");
  return *out;
}

}  // namespace heteroscope
