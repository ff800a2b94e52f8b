#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>

#include "core/base/host_device.hpp"
#include "core/summary/summary.hpp"

/// Reproducible sums, which depend neither on the order of additions nor on the processor. All values are rounded to
/// multiples of one unit, which follows from the largest magnitude among them, and these whole numbers are added, which
/// is exact. This is reproducible summation by pre-rounding (Demmel and Nguyen, Fast reproducible floating-point
/// summation, ARITH 21, 2013), with two digits of 51 bits below the largest value's power of two: each value loses at
/// most 2^-102 of that, and the sum is the exact one, rounded once.
namespace heteroscope::binarize {

/// When a value of at most 2^50 is added to this, its nearest whole number is in the lower bits.
inline constexpr double anchor = 0x1.8p52;
/// The second digit's unit is finer than the first's by this factor.
inline constexpr double second_digit = 0x1p51;
/// The number of values whose digits can be added before a sum of them could overflow.
inline constexpr int most_added = 4096;

/// The factor that brings the largest magnitude, and so every value, to at most 2^50. It is 0 for infinity and NaN, for
/// which there is no unit.
double scale_of(double largest);

/// Sums of two digits modulo 2^64; they still contain the anchor's bits for each value.
struct DigitSums {
  std::uint64_t first = 0;
  std::uint64_t second = 0;

  HETEROSCOPE_HD void add(double value, double scale) {
    // The factors are powers of two, so that the bits are the same with and without fused multiply-add.
    const double anchored = std::fma(value, scale, anchor);
    const double rest = std::fma(value, scale, -(anchored - anchor));
    first += std::bit_cast<std::uint64_t>(anchored);
    second += std::bit_cast<std::uint64_t>(std::fma(rest, second_digit, anchor));
  }
};

/// A whole number as high · 2^32 + low; many of them can be added where a 64-bit integer would overflow.
struct Limbs {
  std::int64_t high = 0;
  std::int64_t low = 0;

  /// The number in a sum of the digits of `count` values, at most `most_added`.
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

/// The partial results of the stage `mean`: the sum of its plain variants, and the limbs of both digits of exact ones.
/// Limbs are whole numbers below 2^53 for up to 2^32 values, so that these doubles are added exactly; add_partials(),
/// which normalizes, does so for up to 2^35.
enum Partial : int { plain_sum, first_high, first_low, second_high, second_low, partial_count };

inline constexpr std::int64_t most_in_parts = std::int64_t{1} << 35;
/// Adds the partials of a part of an input to those of other parts. Limbs are added exactly, for up to `most_in_parts`
/// values in all.
void add_partials(std::span<double> sum, std::span<const double> part);

/// The factor by which plain variants multiply each value, a power of two: usually 1, but 2^-64 if up to
/// `most_in_parts` values of that magnitude could add up to more than the largest T. It depends only on the largest
/// magnitude's power of two.
template <class T>
double plain_scale(double largest);

/// The sum that the partials stand for, divided by `divisor` (1 to `most_in_parts`). From exact variants alone it is
/// the exact sum's quotient, rounded once. If a value of the input is NaN or infinite, it is what adding such values
/// gives.
double total_of(std::span<const double> partials, const Summary& input, std::int64_t divisor);

/// The mean of the input's `values` values: total_of() divided by their number, clamped to the smallest and the largest
/// value, between which any mean lies. The sum of a plain variant, which is rounded at each addition, may lead outside.
double mean_of(std::span<const double> partials, const Summary& input, std::int64_t values);

}  // namespace heteroscope::binarize
