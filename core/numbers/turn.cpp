#include "core/numbers/turn.hpp"

#include <cmath>
#include <numbers>

namespace heteroscope {

Turn turn_by(double degrees) {
  int quarters = 0;
  const double rest = std::remquo(degrees, 90.0, &quarters);  // −45° to 45°, without rounding
  const long double angle = rest * (std::numbers::pi_v<long double> / 180);
  const auto cosine = static_cast<double>(std::cos(angle));
  const auto sine = static_cast<double>(std::sin(angle));
  switch (static_cast<unsigned>(quarters) % 4) {  // remquo() gives the last bits of the quotient, with its sign
    case 0:
      return {cosine, sine};
    case 1:
      return {0 - sine, cosine};
    case 2:
      return {0 - cosine, 0 - sine};
    default:
      return {sine, 0 - cosine};
  }
}

double half_turn(double degrees) {
  const double out = std::remainder(degrees, 360.0);
  return out == -180 ? 180 : out + 0.0;  // which makes a −0 a 0
}

}  // namespace heteroscope
