#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/base/host_device.hpp"
#include "core/summary/summary.hpp"

/// Sums that do not depend on the order of their additions, nor on who makes them. All values are rounded to multiples
/// of one unit, which follows from the largest magnitude among them, and those whole numbers are added up: additions
/// of whole numbers are exact. As in reproducible summation by pre-rounding (Demmel and Nguyen, Fast reproducible
/// floating-point summation, ARITH 21, 2013), with two digits of 51 bits below the largest value's power of two: what
/// is rounded off is 2^-102 of it a value, and the sum is the exact one, rounded once.
namespace heteroscope::binarize {

/// Values of at most 2^50 that are added to this leave their nearest whole number in the lower bits.
inline constexpr double anchor = 0x1.8p52;
/// The second digit's unit is so many times finer than the first's.
inline constexpr double second_digit = 0x1p51;
/// So many values' digits can be added before a sum of them could overflow.
inline constexpr int most_added = 4096;

/// By which the largest magnitude, and so every value, comes to at most 2^50. Of infinity or no number: 0, for there is
/// no grid.
double scale_of(double largest);

/// Sums of two digits, still with the anchor's bits for each value, modulo 2^64.
struct DigitSums {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  HETEROSCOPE_HD void add(double value, double scale) {
    // the factors are powers of two: the same bits with and without fused multiply-add
    const double anchored = std::fma(value, scale, anchor);
    const double rest = std::fma(value, scale, -(anchored - anchor));
    first += std::bit_cast<std::uint64_t>(anchored);
    second += std::bit_cast<std::uint64_t>(std::fma(rest, second_digit, anchor));
  }
};

/// A whole number as high · 2^32 + low: numbers of it can be added where one of 64 bits would overflow.
struct Limbs {
  std::int64_t high = 0;
  std::int64_t low = 0;

  /// Of a sum of `count` values' digits, `most_added` at most.
  HETEROSCOPE_HD static Limbs of(std::uint64_t digits, std::int64_t count) {
    constexpr std::uint64_t anchors_bits = 0x4338000000000000;
    const auto sum = static_cast<std::int64_t>(digits - static_cast<std::uint64_t>(count) * anchors_bits);
    return {sum >> 32, sum & 0xffffffff};
  }
  HETEROSCOPE_HD void add(const Limbs& other) {
    high += other.high;
    low += other.low;
  }
  /// The same number with a low limb of 32 bits.
  HETEROSCOPE_HD void normalize() {
    high += low >> 32;
    low &= 0xffffffff;
  }
};

/// What the stage `mean` leaves: sums of its plain variants, and the limbs of the two digits of exact ones. Limbs are
/// whole numbers below 2^53 for up to 2^32 values: these doubles are added exactly. Where add_partials() adds those of
/// parts, for up to 2^35.
enum Partial : int { plain_sum, first_high, first_low, second_high, second_low, partial_count };

inline constexpr std::int64_t most_in_parts = std::int64_t{1} << 35;
/// Adds the partials of a part of an input to those of other parts: exactly the limbs, up to so many values in all.
void add_partials(std::span<double> sum, std::span<const double> part);

/// By which plain variants multiply each value, a power of two: 1, or where up to `most_in_parts` values of that
/// magnitude could add up to more than the largest T, 2^-64. Depends on no more than the largest magnitude's power of
/// two.
template <class T>
double plain_scale(double largest);

/// The sum that the partials stand for, divided by `divisor` (1 to `most_in_parts`). Of exact variants alone, the exact
/// sum's quotient, rounded once. Where a value of the input is no number, or infinite, it is what adding such values
/// gives.
double total_of(std::span<const double> partials, const Summary& input, std::int64_t divisor);

/// The mean of the input's `values` values: total_of() over their number, and never outside of the smallest and the
/// largest value, between which the mean of any numbers lies. A plain variant's sum, which is rounded at each addition,
/// may lead there.
double mean_of(std::span<const double> partials, const Summary& input, std::int64_t values);

}  // namespace heteroscope::binarize
