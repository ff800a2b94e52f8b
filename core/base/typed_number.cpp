#include "core/base/typed_number.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/number_text.hpp"
#include "core/base/wrong.hpp"

namespace heteroscope {

double parse_real(std::string_view option, const std::string& text, double minimum, double maximum) {
  const auto value = number_from<double>(without_plus(text));
  if (!value || !(*value >= minimum && *value <= maximum)) {
    throw wrong_option(value ? Wrong::value : Wrong::kind, option, text, " is not a number from {} to {}", minimum,
                       maximum);
  }
  return *value;
}

int parse_integer(std::string_view option, const std::string& text, int minimum, int maximum) {
  return static_cast<int>(parse_whole(option, text, minimum, maximum));
}

std::int64_t parse_whole(std::string_view option, const std::string& text, std::int64_t minimum, std::int64_t maximum) {
  const double value = number_from<double>(without_plus(text)).value_or(std::numeric_limits<double>::quiet_NaN());
  const bool inside = value >= static_cast<double>(minimum) && value <= static_cast<double>(maximum);
  if (!inside || value != std::floor(value)) {
    throw wrong_option(std::isnan(value) ? Wrong::kind : Wrong::value, option, text,
                       " is not a whole number from {} to {}", minimum, maximum);
  }
  return static_cast<std::int64_t>(value);
}

double parse_duration(std::string_view option, const std::string& text, double least_s, double most_s) {
  struct Unit {
    std::string_view name;
    double seconds;
  };
  constexpr std::array units{Unit{"ms", 1e-3}, Unit{"s", 1}, Unit{"m", 60}, Unit{"h", 3600}, Unit{"", 1}};
  const Unit unit = *std::ranges::find_if(units, [&](const Unit& each) { return text.ends_with(each.name); });
  const std::string number = text.substr(0, text.size() - unit.name.size());
  const auto value = number_from<double>(without_plus(number));
  if (!value || std::isnan(*value))
    throw wrong_option(Wrong::kind, option, text, " is not a duration (90s, 10m or 1h)");
  const double seconds = *value * unit.seconds;
  if (!(seconds >= least_s && seconds <= most_s))
    throw wrong_option(Wrong::value, option, text, " is not a duration from {} to {} s", least_s, most_s);
  return seconds;
}

}  // namespace heteroscope
