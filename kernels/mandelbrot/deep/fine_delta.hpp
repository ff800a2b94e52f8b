#pragma once

#include "kernels/mandelbrot/deep/delta.hpp"
#include "kernels/mandelbrot/deep/double_double.hpp"

/// Complex numbers with the range of doubles and twice their digits, with the operations of delta.hpp.
namespace heteroscope::mandelbrot {

template <>
struct EstimateOf<DoubleDouble> {
  using Type = double;
};

template <>
struct Delta<DoubleDouble> {
  DoubleDouble re;
  DoubleDouble im;
};

HETEROSCOPE_HD inline Delta<DoubleDouble> operator+(Delta<DoubleDouble> a, Delta<DoubleDouble> b) {
  return {a.re + b.re, a.im + b.im};
}
HETEROSCOPE_HD inline Delta<DoubleDouble> twice(Delta<DoubleDouble> a) {
  return {{a.re.hi + a.re.hi, a.re.lo + a.re.lo}, {a.im.hi + a.im.hi, a.im.lo + a.im.lo}};
}
HETEROSCOPE_HD inline Delta<DoubleDouble> operator*(Delta<DoubleDouble> a, Delta<DoubleDouble> b) {
  return {product_sum(a.re, b.re, -a.im, b.im), product_sum(a.re, b.im, a.im, b.re)};
}
HETEROSCOPE_HD inline DoubleDouble dot(Delta<DoubleDouble> a, Delta<DoubleDouble> b) {
  return product_sum(a.re, b.re, a.im, b.im);
}

/// The lower halves are left out, since they are below the rounding errors of what this is used for.
HETEROSCOPE_HD inline double extent(Delta<DoubleDouble> a) {
  return std::fabs(a.re.hi) + std::fabs(a.im.hi);
}
HETEROSCOPE_HD inline double modulus_above(Delta<DoubleDouble> a) {
  return modulus_above(Delta<double>{a.re.hi, a.im.hi});
}

HETEROSCOPE_HD inline double magnitude(DoubleDouble x) {
  return std::fabs(x.hi);
}
HETEROSCOPE_HD inline double rounded(DoubleDouble x) {
  return x.hi;
}
HETEROSCOPE_HD inline bool negative(DoubleDouble x) {
  return x.hi < 0;
}

HETEROSCOPE_HD inline Complex<double> to_doubles(Delta<DoubleDouble> a) {
  return {a.re.hi, a.im.hi};
}
template <>
HETEROSCOPE_HD inline Delta<DoubleDouble> as_delta<DoubleDouble>(Delta<Wide> a) {
  const Complex<double> out = to_doubles(a);
  return {{out.re, 0}, {out.im, 0}};
}
template <>
HETEROSCOPE_HD inline DoubleDouble as_real<DoubleDouble>(Wide a) {
  return {to_double(a), 0};
}

}  // namespace heteroscope::mandelbrot
