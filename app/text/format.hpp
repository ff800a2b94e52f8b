#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/types/types.hpp"

namespace heteroscope {

/// "12.34": four significant digits.
std::string format_four(double value);
/// "12.34 ms": four significant digits, always with the unit.
std::string format_ms(double ms);
/// "1.234 G": four significant digits and an SI prefix.
std::string format_si(double value);
/// "1.234 GB", "5.000 B".
std::string format_si(double value, std::string_view unit);
/// "1.5 GiB".
std::string format_bytes(double bytes);
/// A duration of about so many seconds: "45 s", "17 minutes", "3 hours", "430 days".
std::string rough_time(double seconds);
/// "1,234,567".
std::string format_count(std::int64_t value);
/// The shortest text that reads back as the same number.
std::string format_number(double value);
/// "Iterations" for "iterations".
std::string capitalized(std::string_view label);
/// At most `digits` significant digits; all of a number below ten million that has more.
std::string format_short(double value, int digits);

}  // namespace heteroscope
