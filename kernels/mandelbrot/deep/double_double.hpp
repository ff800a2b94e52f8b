#pragma once

#include <cmath>

#include "core/base/host_device.hpp"

/// Numbers of twice a double's digits, as the sum of two doubles. Every operation is a fixed sequence of correctly
/// rounded ones, so that all processors get the same bits. Sources: T. J. Dekker, "A floating-point technique for
/// extending the available precision" (Numerische Mathematik 18, 1971); D. E. Knuth, "The Art of Computer Programming",
/// volume 2, 4.2.2, for the exact sum; Y. Hida, X. S. Li, D. H. Bailey, "Library for double-double and quad-double
/// arithmetic" (2007); M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks
/// of double-word arithmetic" (ACM TOMS 44, 2017).
namespace heteroscope::mandelbrot {

/// hi + lo, of which hi is the double nearest to the sum.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
};

/// a + b, exactly.
HETEROSCOPE_HD inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
/// The same where |a| ≥ |b|; else to a double's rounding of the smaller.
HETEROSCOPE_HD inline DoubleDouble ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
/// a · b, exactly where its last bit is no smaller than doubles go.
HETEROSCOPE_HD inline DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

HETEROSCOPE_HD inline DoubleDouble operator-(DoubleDouble a) {
  return {-a.hi, -a.lo};
}
/// To 2^-103 of |a| + |b|: what cancels is not made up for.
HETEROSCOPE_HD inline DoubleDouble operator+(DoubleDouble a, DoubleDouble b) {
  const DoubleDouble sum = exact_sum(a.hi, b.hi);
  return ordered_sum(sum.hi, sum.lo + (a.lo + b.lo));
}
HETEROSCOPE_HD inline DoubleDouble operator*(DoubleDouble a, double b) {
  const DoubleDouble product = exact_product(a.hi, b);
  return ordered_sum(product.hi, std::fma(a.lo, b, product.lo));
}
HETEROSCOPE_HD inline DoubleDouble operator/(DoubleDouble a, double b) {
  const double quotient = a.hi / b;
  const double rest = std::fma(-quotient, b, a.hi);
  return ordered_sum(quotient, (rest + a.lo) / b);
}

/// a b + c d, to 2^-101 of |a b| + |c d|.
HETEROSCOPE_HD inline DoubleDouble product_sum(DoubleDouble a, DoubleDouble b, DoubleDouble c, DoubleDouble d) {
  const DoubleDouble ab = exact_product(a.hi, b.hi);
  const DoubleDouble cd = exact_product(c.hi, d.hi);
  const DoubleDouble sum = exact_sum(ab.hi, cd.hi);
  const double mixed = std::fma(a.hi, b.lo, a.lo * b.hi) + std::fma(c.hi, d.lo, c.lo * d.hi);
  return ordered_sum(sum.hi, sum.lo + ((ab.lo + cd.lo) + mixed));
}

}  // namespace heteroscope::mandelbrot
