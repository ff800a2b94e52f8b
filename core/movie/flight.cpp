#include "core/movie/flight.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/numbers/decimal_fixed.hpp"

namespace heteroscope {
namespace {

/// log10(b / a), whatever their sizes; both are above 0.
long double log_ratio(const Decimal& a, const Decimal& b) {
  const Binary under = a.binary();
  const Binary over = b.binary();
  const auto octaves = static_cast<long double>(over.exponent2 - under.exponent2);
  return std::log10(static_cast<long double>(over.mantissa) / static_cast<long double>(under.mantissa)) +
         octaves * std::numbers::ln2_v<long double> / std::numbers::ln10_v<long double>;
}

Decimal decimal_of(long double number) {
  return Decimal::parse(fmt::format("{:.20e}", number));
}

/// 10^power, in twenty digits.
Decimal power_of_ten(long double power) {
  const long double whole = std::floor(power);
  return decimal_of(std::pow(10.0L, power - whole)) * Decimal::power_of_ten(static_cast<std::int64_t>(whole));
}

/// a / b, in thirty digits at least.
Decimal quotient(const Decimal& a, const Decimal& b) {
  constexpr std::int64_t digits = 30;
  const auto count = [](const Decimal& each) { return static_cast<std::int64_t>(each.digits().size()); };
  const std::int64_t zeros = std::max<std::int64_t>(0, digits + count(b) - count(a));
  mpz_class factor;
  mpz_ui_pow_ui(factor.get_mpz_t(), 10, static_cast<unsigned long>(zeros));
  const mpz_class whole = abs(whole_digits(a)) * factor / abs(whole_digits(b));
  return Decimal::make(a.is_negative() != b.is_negative(), whole.get_str(), a.exponent() - b.exponent() - zeros);
}

/// The share of the center's way from the wider view that is left when the width has been multiplied by 10^(t · power);
/// it is linear in the square of the width.
Decimal way_left(const View& wide, const View& narrow, long double t, long double power) {
  const long double natural = 2 * power * std::numbers::ln10_v<long double>;
  if (natural > -1) {  // the difference of widths that are nearly equal has few digits
    return 1.0 - decimal_of(natural == 0 ? t : std::expm1(t * natural) / std::expm1(natural));
  }
  const auto squared = [](const Decimal& width) { return width * width; };
  const Decimal end = squared(narrow.span);
  return quotient(squared(wide.span * power_of_ten(t * power)) - end, squared(wide.span) - end);
}

}  // namespace

Decimal between(const Decimal& from, const Decimal& to, long double t, bool logarithmic) {
  if (t <= 0 || from == to) return from;
  if (t >= 1) return to;
  if (!logarithmic) return from + (to - from) * decimal_of(t);
  constexpr std::int64_t digits = 13;
  const Decimal out = from * power_of_ten(t * log_ratio(from, to));
  return out.rounded(out.magnitude() + 1 - std::max(digits, static_cast<std::int64_t>(from.digits().size())));
}

View flight(const View& from, const View& to, long double t) {
  if (t <= 0) return from;
  if (t >= 1) return to;
  if (from.span < to.span) return flight(to, from, 1 - t);
  const long double power = log_ratio(from.span, to.span);
  View out{.x = from.x, .y = from.y, .span = between(from.span, to.span, t, true)};
  const Decimal left = way_left(from, to, t, power);
  constexpr std::int64_t digits = 12;
  const auto moved = [&](const Decimal& a, const Decimal& b) {
    return (b + (a - b) * left).rounded(out.span.magnitude() - digits);
  };
  out.x = moved(from.x, to.x);
  out.y = moved(from.y, to.y);
  out.rotation = std::lerp(from.rotation, to.rotation, static_cast<double>(t));
  return out;
}

double flight_length(const View& from, const View& to) {
  const Decimal& wider = std::max(from.span, to.span);
  const double pan = std::hypot(ratio(to.x - from.x, wider), ratio(to.y - from.y, wider));
  const auto zoom = static_cast<double>(std::abs(log_ratio(from.span, to.span) * std::numbers::ln10_v<long double>));
  const double turn = std::abs(to.rotation - from.rotation) * std::numbers::pi / 180;
  return zoom + pan + turn;
}

}  // namespace heteroscope
