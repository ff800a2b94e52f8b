#include "kernels/binarize/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace heteroscope::binarize {

namespace {

__extension__ using Wide = __int128;

constexpr int digit_bits = 51;  // of the second digit below the first

/// high · 2^51 + low in few enough bits, as (number, power of two): what would not fit is kept as one bit that is not
/// 0, which is all that rounding needs.
double rounded(Wide high, Wide low, int exponent) {
  high += low >> digit_bits;
  low &= (Wide{1} << digit_bits) - 1;
  int shift = digit_bits;
  const Wide magnitude = high < 0 ? -high : high;
  while (shift > 0 && magnitude >> (126 - shift) != 0) --shift;
  const int dropped = digit_bits - shift;
  const bool sticky = (low & ((Wide{1} << dropped) - 1)) != 0;
  const Wide number = (high << shift) + (low >> dropped);
  // a double has 53 bits: with 75 at least before it, a last bit of 1 never makes a tie of what is none
  return std::ldexp(static_cast<double>(number | (sticky ? 1 : 0)), exponent - shift);
}

}  // namespace

double scale_of(double largest) {
  if (!std::isfinite(largest)) return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  constexpr int most = 1023;       // then the second digit's unit is the least double that there is
  return std::ldexp(1.0, std::min(50 - exponent, most));
}

void add_partials(std::span<double> sum, std::span<const double> part) {
  sum[plain_sum] += part[plain_sum];
  for (const auto& halves : {std::pair{first_high, first_low}, std::pair{second_high, second_low}}) {
    const auto high = halves.first;
    const auto low = halves.second;
    const auto limbs = [&](std::span<const double> of) {
      return Limbs{static_cast<std::int64_t>(of[high]), static_cast<std::int64_t>(of[low])};
    };
    Limbs all = limbs(sum);
    all.add(limbs(part));
    all.normalize();
    sum[high] = static_cast<double>(all.high);
    sum[low] = static_cast<double>(all.low);
  }
}

double total_of(std::span<const double> partials, const Summary& input) {
  const double largest = largest_magnitude(input);
  if (std::isnan(largest)) return largest;
  if (std::isinf(largest)) return input.minimum + input.maximum;  // of both signs: no number
  const auto wide = [&](Partial high, Partial low) {
    return (static_cast<Wide>(partials[high]) << 32) + static_cast<Wide>(partials[low]);
  };
  const int exponent = -std::ilogb(scale_of(largest));
  return partials[plain_sum] + rounded(wide(first_high, first_low), wide(second_high, second_low), exponent);
}

}  // namespace heteroscope::binarize
