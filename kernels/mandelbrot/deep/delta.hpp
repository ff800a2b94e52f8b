#pragma once

#include "kernels/mandelbrot/deep/wide.hpp"
#include "kernels/mandelbrot/escape.hpp"

/// Complex numbers for the two tiers of perturbed iteration, with the same operations: pairs of doubles, and pairs of
/// doubles with a common exponent. R is the real number of the same range. A third kind with more digits is in
/// fine_delta.hpp.
namespace heteroscope::mandelbrot {

template <class R>
struct Delta;

/// The type in which sizes and errors of R's numbers are expressed: with R's range and a double's digits.
template <class R>
struct EstimateOf {
  using Type = R;
};
template <class R>
using Estimate = typename EstimateOf<R>::Type;

template <>
struct Delta<double> {
  double re = 0;
  double im = 0;
};

/// (re + i im) · 2^e, where the larger of |re| and |im| lies in [1, 2), or both are 0.
template <>
struct Delta<Wide> {
  double re = 0;
  double im = 0;
  int e = no_exponent;
};

HETEROSCOPE_HD inline Delta<Wide> normal(double re, double im, int e) {
  const double a = std::fabs(re);
  const double b = std::fabs(im);
  const int own = exponent_of(a > b ? a : b);
  if (own == -1023) return {0, 0, no_exponent};
  const double scale = power_of_two(-own);
  return {re * scale, im * scale, e + own};
}

HETEROSCOPE_HD inline Delta<double> operator+(Delta<double> a, Delta<double> b) {
  return {a.re + b.re, a.im + b.im};
}
HETEROSCOPE_HD inline Delta<Wide> operator+(Delta<Wide> a, Delta<Wide> b) {
  if (a.e < b.e) {
    const Delta<Wide> t = a;
    a = b;
    b = t;
  }
  const int apart = a.e - b.e;
  if (apart > most_apart) return a;
  const double scale = power_of_two(-apart);
  return normal(std::fma(b.re, scale, a.re), std::fma(b.im, scale, a.im), a.e);
}

HETEROSCOPE_HD inline Delta<double> twice(Delta<double> a) {
  return {a.re + a.re, a.im + a.im};
}
HETEROSCOPE_HD inline Delta<Wide> twice(Delta<Wide> a) {
  return {a.re, a.im, a.e + 1};
}

HETEROSCOPE_HD inline Delta<double> operator*(Delta<double> a, Delta<double> b) {
  return {std::fma(a.re, b.re, -(a.im * b.im)), std::fma(a.re, b.im, a.im * b.re)};
}
HETEROSCOPE_HD inline Delta<Wide> operator*(Delta<Wide> a, Delta<Wide> b) {
  return normal(std::fma(a.re, b.re, -(a.im * b.im)), std::fma(a.re, b.im, a.im * b.re), a.e + b.e);
}

/// Re(a · conj b).
HETEROSCOPE_HD inline double dot(Delta<double> a, Delta<double> b) {
  return std::fma(a.re, b.re, a.im * b.im);
}
HETEROSCOPE_HD inline Wide dot(Delta<Wide> a, Delta<Wide> b) {
  return normal(std::fma(a.re, b.re, a.im * b.im), a.e + b.e);
}

/// |re| + |im|: at least the modulus, and at most √2 times that.
HETEROSCOPE_HD inline double extent(Delta<double> a) {
  return std::fabs(a.re) + std::fabs(a.im);
}
HETEROSCOPE_HD inline Wide extent(Delta<Wide> a) {
  return normal(std::fabs(a.re) + std::fabs(a.im), a.e);
}

/// An upper bound of √x to within a millionth, by a float's root, which costs a fraction of a double's. x must be in
/// the range of floats.
HETEROSCOPE_HD inline double root_above(double x) {
  return static_cast<double>(sqrtf(static_cast<float>(x))) * (1 + 0x1p-20);
}

/// An upper bound of the modulus to within a millionth, or to within √2 below 2^-480. It must be tight, since errors
/// are multiplied by it again and again.
HETEROSCOPE_HD inline double modulus_above(Delta<double> a) {
  const double square = dot(a, a);
  if (square >= 0x1p-100) return root_above(square);
  return square >= 0x1p-960 ? std::sqrt(square) * (1 + 0x1p-20) : extent(a);
}
HETEROSCOPE_HD inline Wide modulus_above(Delta<Wide> a) {
  return normal(root_above(std::fma(a.re, a.re, a.im * a.im)), a.e);
}

/// An upper bound of √(a² + b²), where usually a ≥ b: the sum of errors that are independent of each other.
HETEROSCOPE_HD inline double together(double a, double b) {
  const double more = 0.5 * b * (b / a);
  return a + (more < b ? more : b);
}
HETEROSCOPE_HD inline Wide together(Wide a, Wide b) {
  if (a.m == 0) return b;
  const Wide more = b * normal(0.5 * (b.m / a.m), b.e - a.e);
  return a + (more < b ? more : b);
}

template <class R>
HETEROSCOPE_HD inline R real(double x);
template <>
HETEROSCOPE_HD inline double real<double>(double x) {
  return x;
}
template <>
HETEROSCOPE_HD inline Wide real<Wide>(double x) {
  return wide(x);
}

HETEROSCOPE_HD inline double magnitude(double x) {
  return std::fabs(x);
}
HETEROSCOPE_HD inline Wide magnitude(Wide x) {
  return {std::fabs(x.m), x.e};
}
/// The number as an estimate.
HETEROSCOPE_HD inline double rounded(double x) {
  return x;
}
HETEROSCOPE_HD inline Wide rounded(Wide x) {
  return x;
}
HETEROSCOPE_HD inline bool negative(double x) {
  return x < 0;
}
HETEROSCOPE_HD inline bool negative(Wide x) {
  return x.m < 0;
}

HETEROSCOPE_HD inline Complex<double> to_doubles(Delta<double> a) {
  return {a.re, a.im};
}
HETEROSCOPE_HD inline Complex<double> to_doubles(Delta<Wide> a) {
  if (a.e < -1022) return {};
  const double scale = power_of_two(a.e);
  return {a.re * scale, a.im * scale};
}

/// A number of the larger range in a tier's own numbers; in doubles it becomes 0 where their range ends.
template <class R>
HETEROSCOPE_HD inline Delta<R> as_delta(Delta<Wide> a);
template <>
HETEROSCOPE_HD inline Delta<double> as_delta<double>(Delta<Wide> a) {
  const Complex<double> out = to_doubles(a);
  return {out.re, out.im};
}
template <>
HETEROSCOPE_HD inline Delta<Wide> as_delta<Wide>(Delta<Wide> a) {
  return a;
}
template <class R>
HETEROSCOPE_HD inline R as_real(Wide a);
template <>
HETEROSCOPE_HD inline double as_real<double>(Wide a) {
  return to_double(a);
}
template <>
HETEROSCOPE_HD inline Wide as_real<Wide>(Wide a) {
  return a;
}

}  // namespace heteroscope::mandelbrot
