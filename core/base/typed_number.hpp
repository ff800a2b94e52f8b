#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace heteroscope {

/// Numbers that a person typed after an option. Each throws BadInput, with a line that names the option and the range.

/// Returns a number between `minimum` and `maximum`.
double parse_real(std::string_view option, const std::string& text, double minimum, double maximum);
int parse_integer(std::string_view option, const std::string& text, int minimum, int maximum);
std::int64_t parse_whole(std::string_view option, const std::string& text, std::int64_t minimum, std::int64_t maximum);
/// The forms of a duration, for the help of an option that takes one.
inline constexpr const char* duration_words = "500ms, 30s, 5m or 1h; a plain number is in seconds";
/// Returns a duration such as "90", "500ms", "90s", "10m" or "1h" in seconds.
double parse_duration(std::string_view option, const std::string& text, double least_s = 0.1, double most_s = 3.6e9);

}  // namespace heteroscope
