#include "core/movie/log_polar.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace heteroscope {
namespace {

constexpr std::int64_t digits = 16;

/// The natural logarithm of how much smaller a row is than the one above.
double row_step(const LogPolar& map) {
  return 2 * std::numbers::pi / map.columns;
}

/// The logarithm of the disk's radius over the radius of a row's middle.
double log_inward(const LogPolar& map, std::int64_t row) {
  return row_step(map) * (static_cast<double>(row) + 0.5);
}

Decimal rounded(const Decimal& number) {
  return number.rounded(number.magnitude() - digits);
}

}  // namespace

std::int64_t LogPolar::square_of(std::int64_t row) const {
  return static_cast<std::int64_t>(log_inward(*this, row) / std::numbers::ln2);
}

int LogPolar::square_side() const {
  return 2 * static_cast<int>(std::ceil(columns / std::numbers::pi));
}

double LogPolar::radius(std::int64_t row) const {
  const double inward = static_cast<double>(square_of(row)) * std::numbers::ln2 - log_inward(*this, row);
  return 0.5 * square_side() * std::exp(inward);
}

LogPolar::Direction LogPolar::direction(int column) const {
  const double angle = row_step(*this) * (column + 0.5);
  return {std::cos(angle), std::sin(angle)};
}

LogPolar::Pixel LogPolar::pixel(double radius, const Direction& direction) const {
  const int side = square_side();
  const auto place = [&](double away) { return std::clamp(static_cast<int>(0.5 * side + away), 0, side - 1); };
  return {place(radius * direction.x), place(-radius * direction.y)};
}

LogPolar log_polar(const View& from, const View& to, Size size) {
  const bool in = to.span < from.span;
  const View& wide = in ? from : to;
  const View& narrow = in ? to : from;
  const double diagonal = std::hypot(size.width, size.height) / size.width;
  const double away = std::hypot(ratio(narrow.x - wide.x, wide.span), ratio(narrow.y - wide.y, wide.span));
  const double radius = diagonal / 2 + away;
  LogPolar out{.disk = {.x = narrow.x,
                        .y = narrow.y,
                        .span = rounded(wide.span * Decimal(2 * radius)),
                        .rotation = narrow.rotation},
               .columns = static_cast<int>(std::ceil(std::numbers::pi * std::hypot(size.width, size.height)))};
  const Binary w = wide.span.binary();
  const Binary n = narrow.span.binary();
  const double zoom =
      std::log(w.mantissa / n.mantissa) + static_cast<double>(w.exponent2 - n.exponent2) * std::numbers::ln2;
  out.rows = std::max<std::int64_t>(
      1, static_cast<std::int64_t>(std::ceil((zoom + std::log(2 * radius * size.width)) / row_step(out))));
  return out;
}

View next_square(const View& square) {
  return {square.x, square.y, rounded(square.span * Decimal(0.5)), square.rotation};
}

}  // namespace heteroscope
