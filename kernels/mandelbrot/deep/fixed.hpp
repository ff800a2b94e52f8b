#pragma once

#include <gmpxx.h>

#include <cstddef>

#include "kernels/mandelbrot/deep/fine_delta.hpp"

/// Points of the plane to any number of bits, for the few orbits that need them.
namespace heteroscope::mandelbrot {

using Integer = mpz_class;

/// (re + i im) / 2^bits.
struct FixedPoint {
  Integer re;
  Integer im;
  std::size_t bits = 0;
};

/// value / 2^bits, rounded to a double's mantissa: an orbit of numbers that are cut would be too small everywhere.
Wide wide_of(const Integer& value, std::size_t bits);
Delta<Wide> delta_of(const FixedPoint& point);
/// The same to twice the digits, towards zero where doubles end.
DoubleDouble double_double_of(const Integer& value, std::size_t bits);
Delta<DoubleDouble> fine_delta_of(const FixedPoint& point);
/// Cut to whole multiples of 2^-bits.
void set(Integer& out, Wide value, std::size_t bits);

/// The iteration z → z² + c from z = 0, one at a time. Three squares each; all else is additions.
class FixedOrbit {
 public:
  explicit FixedOrbit(const FixedPoint& c);
  void advance();
  [[nodiscard]] const FixedPoint& z() const { return z_; }
  /// |z|² − 4.
  [[nodiscard]] Wide margin();
  [[nodiscard]] DoubleDouble fine_margin();

 private:
  void find_margin();

  FixedPoint c_;
  FixedPoint z_;
  Integer re2_, im2_;  // squares of z, of 2 · bits
  Integer sum2_;
  Integer four_;
};

}  // namespace heteroscope::mandelbrot
