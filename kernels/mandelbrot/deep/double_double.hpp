#pragma once

#include <cmath>

#include "core/base/host_device.hpp"

/// Numbers with twice a double's digits, as sums of two doubles. Every operation is a fixed sequence of correctly
/// rounded ones, so that all processors get the same bits. Sources: T. J. Dekker, "A floating-point technique for
/// extending the available precision" (Numerische Mathematik 18, 1971); D. E. Knuth, "The Art of Computer Programming",
/// volume 2, 4.2.2, for the exact sum; Y. Hida, X. S. Li, D. H. Bailey, "Library for double-double and quad-double
/// arithmetic" (2007); M. Joldes, J.-M. Muller, V. Popescu, "Tight and rigorous error bounds for basic building blocks
/// of double-word arithmetic" (ACM TOMS 44, 2017).
namespace heteroscope::mandelbrot {

/// hi + lo, where hi is the double nearest to the sum.
struct DoubleDouble {
  double hi = 0;
  double lo = 0;
};

/// a + b, exactly (TwoSum).
HETEROSCOPE_HD inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double of_b = sum - a;
  return {sum, (a - (sum - of_b)) + (b - of_b)};
}
/// a + b, exactly if |a| ≥ |b| (Fast2Sum); otherwise to within a rounding of the smaller one.
HETEROSCOPE_HD inline DoubleDouble ordered_sum(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}
/// a · b, exactly unless its last bit is below the range of doubles (TwoProd).
HETEROSCOPE_HD inline DoubleDouble exact_product(double a, double b) {
  const double product = a * b;
  return {product, std::fma(a, b, -product)};
}

HETEROSCOPE_HD inline DoubleDouble operator-(DoubleDouble a) {
  return {-a.hi, -a.lo};
}
/// a + b to within 2^-103 of |a| + |b|; bits lost by cancellation are not recovered.
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

/// a b + c d to within 2^-101 of |a b| + |c d|.
HETEROSCOPE_HD inline DoubleDouble product_sum(DoubleDouble a, DoubleDouble b, DoubleDouble c, DoubleDouble d) {
  const DoubleDouble ab = exact_product(a.hi, b.hi);
  const DoubleDouble cd = exact_product(c.hi, d.hi);
  const DoubleDouble sum = exact_sum(ab.hi, cd.hi);
  const double mixed = std::fma(a.hi, b.lo, a.lo * b.hi) + std::fma(c.hi, d.lo, c.lo * d.hi);
  return ordered_sum(sum.hi, sum.lo + ((ab.lo + cd.lo) + mixed));
}

}  // namespace heteroscope::mandelbrot
