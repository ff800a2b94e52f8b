#pragma once

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace heteroscope {

/// Parses a text from an untrusted source. Throws BadInput, naming `name`, if it is no JSON, if brackets are nested
/// more than `levels` deep, or if it takes more memory than the program may hold. A number with a fraction or an
/// exponent that has more than the 17 digits of a double, or is nearer to 0 than doubles go, is kept as a text of its
/// digits.
nlohmann::json parse_json(const std::string& text, const std::string& name, int levels);
/// The text of an object, with a last member that is the checksum of all else of the text.
std::string sealed_text(const nlohmann::json& object);
/// Throws BadInput, naming `name`, where that member says that the text is not what was written.
void check_seal(const std::string& text, const std::string& name);
/// "settings /problem/steps": where two texts of settings differ first; empty: nowhere. Both are read by parse_json(),
/// by which long numbers are texts, and throws as that does.
std::string difference_of_settings(const std::string& a, const std::string& b);
/// The number that a value of it is, or the double next to it; none: it is another kind of value.
std::optional<double> number_in(const nlohmann::json& value);
/// The numbers of a list; none: it is no list, or has another kind of value.
std::optional<std::vector<double>> numbers_in(const nlohmann::json& list);
/// Parses likewise, but keys keep their order, and all numbers are doubles.
nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name, int levels);

/// A double as text, to the last digit: JSON has no infinity, and no number of 64 bits for some.
inline std::string exact_text(double number) {
  return fmt::format("{}", number);
}

/// The text of a value that a file or another process gets. Bytes that are no UTF-8, as names of files, machines and
/// people may have, become U+FFFD: JSON has no others.
template <class Json>
std::string written_json(const Json& value, int indent = -1, bool ascii = false) {
  return value.dump(indent, ' ', ascii, Json::error_handler_t::replace);
}

}  // namespace heteroscope
