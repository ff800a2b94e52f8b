#pragma once

#include "core/base/freestanding.hpp"

namespace heteroscope {

/// log2 of a positive, finite, normal number, the same bits on every processor: only correctly rounded operations in a
/// fixed order. With m in [√½, √2), log2(m) = 2/ln 2 · atanh(s), s = (m − 1)/(m + 1), |s| ≤ 0.1716; the atanh series is
/// cut after s^19, whose next term is below 2^-57, so the error is that of about ten roundings, under 4e-15 absolute.
HETEROSCOPE_HD inline double exact_log2(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0x000fffffffffffffULL) | 0x3ff0000000000000ULL;
  double m = 0;
  std::memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++exponent;
  }
  const double s = (m - 1.0) / (m + 1.0);
  const double s2 = s * s;
  double series = 1.0 / 19.0;
  series = fma(series, s2, 1.0 / 17.0);
  series = fma(series, s2, 1.0 / 15.0);
  series = fma(series, s2, 1.0 / 13.0);
  series = fma(series, s2, 1.0 / 11.0);
  series = fma(series, s2, 1.0 / 9.0);
  series = fma(series, s2, 1.0 / 7.0);
  series = fma(series, s2, 1.0 / 5.0);
  series = fma(series, s2, 1.0 / 3.0);
  series = fma(series, s2, 1.0);
  const double two_over_ln2 = 2.8853900817779268;
  return fma(two_over_ln2 * s, series, static_cast<double>(exponent));
}

}  // namespace heteroscope
