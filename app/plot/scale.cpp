#include "app/plot/scale.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "app/text/format.hpp"

namespace heteroscope {
namespace {

/// A step of 1, 2 or 5 times a power of ten that divides the range into at most about `most` parts.
double round_step(double range, int most) {
  const double least = range / std::max(most, 1);
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double step : {1.0, 2.0, 5.0}) {
    if (least <= step * power * (1 + 1e-9)) return step * power;
  }
  return 10 * power;
}

/// The low end and the powers of ten above it, as far as they stand apart: below the shift they crowd.
std::vector<double> shifted_ticks(const PlotScale& scale, int most) {
  const double apart = 0.7 / std::max(most, 1);
  std::vector<double> out{scale.low};
  double value = std::pow(10.0, std::ceil(std::log10(scale.shift)));
  while (value <= scale.high) {
    if (scale.share(value) - scale.share(out.back()) >= apart) out.push_back(value);
    value *= 10;
  }
  return out;
}

/// Multiples of a round step.
std::vector<double> even_ticks(const PlotScale& scale, int most) {
  std::vector<double> out;
  const double step = round_step(scale.high - scale.low, most);
  const double first = std::ceil(scale.low / step - 1e-9);
  for (int i = 0;; ++i) {
    const double value = (first + i) * step;
    if (value > scale.high + 1e-9 * step || i > most + 2) return out;
    out.push_back(value);
  }
}

/// Powers of ten; where there are not two of them, 1, 2 and 5 times such, or else what is evenly apart.
std::vector<double> logarithmic_ticks(const PlotScale& scale, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(scale.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(scale.high) + 1e-9));
  std::vector<double> out;
  if (last > first) {
    const int step = std::max(1, (last - first + most - 1) / std::max(most, 1));
    for (int power = first; power <= last; power += step) out.push_back(std::pow(10.0, power));
    return out;
  }
  for (int power = first - 1; power <= last; ++power) {
    for (const double times : {1.0, 2.0, 5.0}) {
      const double value = times * std::pow(10.0, power);
      if (value >= scale.low * (1 - 1e-9) && value <= scale.high * (1 + 1e-9)) out.push_back(value);
    }
  }
  return out.size() >= 2 ? out : even_ticks(scale, most);
}

}  // namespace

double PlotScale::share(double value) const {
  if (!std::isfinite(value)) return std::numeric_limits<double>::quiet_NaN();
  if (!logarithmic) return (value - low) / (high - low);
  if (value + shift <= 0) return std::numeric_limits<double>::quiet_NaN();
  return std::log((value + shift) / (low + shift)) / std::log((high + shift) / (low + shift));
}

double PlotScale::value(double share) const {
  if (!logarithmic) return low + share * (high - low);
  return (low + shift) * std::pow((high + shift) / (low + shift), share) - shift;
}

PlotScale round_scale(double low, double high, bool logarithmic) {
  if (logarithmic) {
    PlotScale out{std::pow(10.0, std::floor(std::log10(low) + 1e-9)),
                  std::pow(10.0, std::ceil(std::log10(high) - 1e-9)), true};
    if (out.high <= out.low) out.high = 10 * out.low;
    return out;
  }
  constexpr int parts = 4;
  if (!(high > low)) {
    const double around = low == 0 ? 1 : std::abs(low);
    low -= 0.5 * around;
    high += 0.5 * around;
  }
  const double step = round_step(high - low, parts);
  return {step * std::floor(low / step + 1e-9), step * std::ceil(high / step - 1e-9), false};
}

PlotScale scale_from_zero(double most) {
  return round_scale(0, most > 0 ? most : 1, false);
}

std::vector<double> ticks_of(const PlotScale& scale, int most) {
  if (!scale.logarithmic) return even_ticks(scale, most);
  return scale.shift > 0 ? shifted_ticks(scale, most) : logarithmic_ticks(scale, most);
}

std::string tick_text(const PlotScale& scale, double value) {
  if (scale.logarithmic) {
    const double power = std::log10(value);
    const auto whole = static_cast<int>(std::lround(power));
    // of an axis that goes beyond thousands or thousandths all powers of ten are written alike
    const bool goes_far =
        (scale.shift == 0 && std::abs(std::log10(scale.low)) > 3) || std::abs(std::log10(scale.high)) > 3;
    if (std::abs(power - whole) < 1e-9 && whole != 0 && goes_far) return fmt::format("1e{}", whole);
  }
  return value == 0 || std::abs(value) < 1e-12 * (scale.high - scale.low) ? "0" : format_short(value, 4);
}

std::string prefixed_tick(double value) {
  const std::string text = format_si(value);
  const std::size_t space = text.find(' ');
  return format_short(std::stod(text), 3) + (space == std::string::npos ? "" : text.substr(space));
}

}  // namespace heteroscope
