#include "app/text/format.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

namespace heteroscope {
namespace {

/// Zero has no sign for who reads it.
double unsigned_zero(double value) {
  return value == 0 ? 0 : value;
}

std::string four_digits(double value) {
  value = unsigned_zero(value);
  const double size = std::abs(value);
  if (size >= 999.95) return fmt::format("{:.0f}", value);
  if (size >= 99.995) return fmt::format("{:.1f}", value);
  if (size >= 9.9995) return fmt::format("{:.2f}", value);
  return fmt::format("{:.3f}", value);
}

}  // namespace

std::string format_four(double value) {
  return four_digits(value);
}

std::string format_ms(double ms) {
  return four_digits(ms) + " ms";
}

std::string format_si(double value) {
  static constexpr std::array<std::string_view, 6> prefixes{"", "k", "M", "G", "T", "P"};
  std::size_t step = 0;
  while (std::abs(value) >= 999.95 && step + 1 < prefixes.size()) {
    value /= 1000;
    ++step;
  }
  return four_digits(value) + (step > 0 ? " " : "") + std::string(prefixes[step]);
}

std::string format_si(double value, std::string_view unit) {
  std::string out = format_si(value);
  if (out.find(' ') == std::string::npos) out += ' ';
  return out + std::string(unit);
}

std::string format_bytes(double bytes) {
  static constexpr std::array<std::string_view, 5> units{"B", "KiB", "MiB", "GiB", "TiB"};
  std::size_t step = 0;
  while (bytes >= 1024 && step + 1 < units.size()) {
    bytes /= 1024;
    ++step;
  }
  return fmt::format("{:.{}f} {}", bytes, step == 0 ? 0 : 1, units[step]);
}

std::string rough_time(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 60 * minute;
  constexpr double day = 24 * hour;
  if (seconds < 1.5 * minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < 1.5 * hour) return fmt::format("{:.0f} minutes", seconds / minute);
  if (seconds < 2 * day) return fmt::format("{:.0f} hours", seconds / hour);
  return format_short(seconds / day, 2) + " days";
}

std::string format_count(std::int64_t value) {
  std::string digits = fmt::format("{}", value);
  const std::size_t first = value < 0 ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) {
    at -= 3;
    digits.insert(at, ",");
  }
  return digits;
}

std::string format_number(double value) {
  return fmt::format("{}", unsigned_zero(value));
}

std::string format_short(double value, int digits) {
  value = unsigned_zero(value);
  const double size = std::abs(value);
  if (value == 0 || !(size >= 1e-4 && size < 1e7)) return fmt::format("{:.{}g}", value, digits);
  const int decimals = std::max(0, digits - 1 - static_cast<int>(std::floor(std::log10(size))));
  std::string text = fmt::format("{:.{}f}", value, decimals);
  if (decimals > 0) {
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
  }
  return text;
}

std::string capitalized(std::string_view label) {
  std::string out(label);
  if (!out.empty()) out.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(out.front())));
  return out;
}

}  // namespace heteroscope
