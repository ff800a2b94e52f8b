#include "app/window/feature/under_mouse.hpp"

#include <cmath>

#include "app/text/format.hpp"

namespace heteroscope {

std::string shown_value(double value) {
  if (std::isnan(value)) return "NaN";
  return value == std::floor(value) && std::abs(value) < 1e15 ? format_count(static_cast<std::int64_t>(value))
                                                              : format_short(value, 7);
}

std::string under_mouse(const Readout& at, std::string_view about) {
  return at.inside ? std::string(about) : std::string(about) + " A dash: the mouse is not over the picture.";
}

}  // namespace heteroscope
