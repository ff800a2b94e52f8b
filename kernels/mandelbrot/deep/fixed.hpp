#pragma once

#include <gmpxx.h>

#include <cstddef>

#include "kernels/mandelbrot/deep/fine_delta.hpp"

/// Points of the plane in fixed point with any number of bits, for the few orbits that need them.
namespace heteroscope::mandelbrot {

using Integer = mpz_class;

/// The number (re + i im) / 2^bits.
struct FixedPoint {
  Integer re;
  Integer im;
  std::size_t bits = 0;
};

/// value / 2^bits, rounded to a double's mantissa. Truncation would make all iterates of an orbit too small.
Wide wide_of(const Integer& value, std::size_t bits);
Delta<Wide> delta_of(const FixedPoint& point);
/// value / 2^bits with twice the digits; it becomes 0 where the range of doubles ends.
DoubleDouble double_double_of(const Integer& value, std::size_t bits);
Delta<DoubleDouble> fine_delta_of(const FixedPoint& point);
/// Sets `out` to `value` in units of 2^-bits, truncated.
void set(Integer& out, Wide value, std::size_t bits);

/// The iteration z → z² + c in fixed point, from z = 0 or from another point, one step at a time. A step takes three
/// squares; everything else is additions.
class FixedOrbit {
 public:
  explicit FixedOrbit(const FixedPoint& c);
  /// `first` has the bits of c.
  FixedOrbit(const FixedPoint& c, const FixedPoint& first);
  void advance();
  [[nodiscard]] const FixedPoint& z() const { return z_; }
  /// |z|² − 4.
  [[nodiscard]] Wide margin();
  [[nodiscard]] DoubleDouble fine_margin();

 private:
  void square();
  void find_margin();

  FixedPoint c_;
  FixedPoint z_;
  Integer re2_, im2_;  // squares of z's parts, with 2 · bits bits
  Integer sum2_;
  Integer four_;
};

}  // namespace heteroscope::mandelbrot
