#include "app/plot/axis.hpp"

#include <cmath>

#include "app/text/format.hpp"

namespace heteroscope {

double nice_above(double value) {
  if (!(value > 0)) return 1;
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double step : {1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0}) {
    if (value <= step * power) return step * power;
  }
  return 10 * power;
}

std::string axis_text(double value) {
  const std::string text = format_si(value);
  const std::size_t space = text.find(' ');
  return format_short(std::stod(text), 3) + (space == std::string::npos ? "" : text.substr(space));
}

}  // namespace heteroscope
