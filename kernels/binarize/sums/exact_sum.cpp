#include "kernels/binarize/sums/exact_sum.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace heteroscope::binarize {

namespace {

__extension__ using Wide = __int128;

constexpr int digit_bits = 51;  // of the second digit below the first
constexpr int most_bits = 126;  // of the Wide numbers in use here

/// The number of bits of a nonnegative number.
int bits_of(Wide number) {
  int bits = 0;
  for (; number != 0; number >>= 1) ++bits;
  return bits;
}

/// (number + less) · 2^exponent as the nearest double, ties to even. `less` is below 1, and `more` says whether it is
/// more than 0. The number is not negative and has at least 55 bits unless `more` is false.
double nearest(Wide number, bool more, int exponent) {
  constexpr int mantissa = std::numeric_limits<double>::digits;
  constexpr int last_power = std::numeric_limits<double>::min_exponent - mantissa;  // that of the least double
  const int dropped = std::max({bits_of(number) - mantissa, last_power - exponent, 0});
  if (dropped == 0) return std::ldexp(static_cast<double>(number), exponent);
  if (dropped > most_bits) return 0;
  const Wide kept = number >> dropped;
  const Wide rest = number - (kept << dropped);
  const Wide half = Wide{1} << (dropped - 1);
  const bool up = rest > half || (rest == half && (more || (kept & 1) != 0));
  return std::ldexp(static_cast<double>(kept + (up ? 1 : 0)), exponent + dropped);
}

/// (high · 2^51 + low) / divisor · 2^exponent, rounded once.
double quotient(Wide high, Wide low, std::int64_t divisor, int exponent) {
  high += low >> digit_bits;
  low &= (Wide{1} << digit_bits) - 1;
  const bool negative = high < 0;
  if (negative) {  // -(high · 2^51 + low), again with a nonnegative low digit
    high = low == 0 ? -high : -high - 1;
    low = low == 0 ? 0 : (Wide{1} << digit_bits) - low;
  }
  // long division, digit by digit: first the whole multiples of 2^51
  const Wide first = high / divisor;
  const Wide left = ((high % divisor) << digit_bits) + low;
  const Wide second = left / divisor;
  const Wide rest = left % divisor;
  if (bits_of(first) + digit_bits > most_bits) {
    // There are more bits than fit; those that are left out only decide ties.
    const int shift = most_bits - bits_of(first);
    const int dropped = digit_bits - shift;
    const Wide kept = second >> dropped;
    const double out = nearest((first << shift) + kept, rest != 0 || second != kept << dropped, exponent + dropped);
    return negative ? -out : out;
  }
  const Wide whole = (first << digit_bits) + second;
  // After as many more bits as a double and its rounding need, it only matters whether there is a remainder.
  constexpr int wanted = 60;
  const int more_bits = std::max(0, wanted - bits_of(whole));
  const Wide finer = rest << more_bits;
  const double out = nearest((whole << more_bits) + finer / divisor, finer % divisor != 0, exponent - more_bits);
  return negative ? -out : out;
}

}  // namespace

double scale_of(double largest) {
  if (!std::isfinite(largest)) return 0;
  int exponent = 0;
  std::frexp(largest, &exponent);  // largest < 2^exponent
  constexpr int most = 1023;       // with it the second digit's unit is the least double that there is
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

template <class T>
double plain_scale(double largest) {
  constexpr int values_bits = 35;
  static_assert(most_in_parts == std::int64_t{1} << values_bits);
  const bool may_overflow = std::isfinite(largest) && largest > 0 &&
                            std::ilogb(largest) + 1 + values_bits >= std::numeric_limits<T>::max_exponent;
  return may_overflow ? 0x1p-64 : 1;
}
template double plain_scale<float>(double);
template double plain_scale<double>(double);

double total_of(std::span<const double> partials, const Summary& input, std::int64_t divisor) {
  const double largest = largest_magnitude(input);
  if (std::isnan(largest)) return largest;
  if (std::isinf(largest)) return input.minimum + input.maximum;  // infinities of both signs give NaN
  const auto wide = [&](Partial high, Partial low) {
    return (static_cast<Wide>(partials[high]) << 32) + static_cast<Wide>(partials[low]);
  };
  const int exponent = -std::ilogb(scale_of(largest));
  const double exact =
      quotient(wide(first_high, first_low), wide(second_high, second_low), divisor, exponent - digit_bits);
  return partials[plain_sum] / static_cast<double>(divisor) / plain_scale<double>(largest) + exact;
}

double mean_of(std::span<const double> partials, const Summary& input, std::int64_t values) {
  const double mean = total_of(partials, input, values);
  return std::isfinite(largest_magnitude(input)) ? std::clamp(mean, input.minimum, input.maximum) : mean;
}

}  // namespace heteroscope::binarize
