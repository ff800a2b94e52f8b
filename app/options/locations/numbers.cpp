#include <fmt/format.h>

#include <cmath>
#include <string>

#include "app/options/locations/formats.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {

Decimal location_number(std::string_view what, std::string_view text) {
  try {
    return Decimal::parse(text);
  } catch (const BadInput& wrong) {
    throw BadInput(Wrong::kind, std::string(what), fmt::format("{} {}: {}", what, quote(text), wrong.what()));
  }
}

double location_angle(std::string_view what, std::string_view text) {
  const double degrees = location_number(what, text).to_double();
  if (!std::isfinite(degrees))
    throw BadInput(Wrong::value, std::string(what), fmt::format("{} {} is not an angle", what, quote(text)));
  return half_turn(degrees);
}

Decimal height_of_zoom(std::string_view what, std::string_view text) {
  const Decimal zoom = location_number(what, text);
  if (zoom.is_zero() || zoom.is_negative())
    throw BadInput(Wrong::value, std::string(what), fmt::format("{} {} is not above 0", what, quote(text)));
  // the quotient of numbers near 1, and the power of ten apart: a zoom may be beyond all doubles
  const Decimal power = Decimal::power_of_ten(zoom.magnitude());
  return Decimal(4 / ratio(zoom, power)) * Decimal::power_of_ten(-zoom.magnitude());
}

void refuse_formula(const std::string& which) {
  throw BadInput(
      Wrong::unused, which,
      fmt::format("is a location of another fractal ({}): here the Mandelbrot set is z² + c from 0 on", which));
}

}  // namespace heteroscope
