#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

#include "core/base/host_device.hpp"

namespace heteroscope::mandelbrot {

/// A double with a separate exponent: m · 2^e with 1 ≤ |m| < 2, or 0. Every operation rounds once, like the double's,
/// to the same bits on every processor. Exponents stay far from the ends of int, so sums and products do not check for
/// overflow.
struct Wide {
  double m = 0;
  int e = 0;
};

inline constexpr int no_exponent = -(1 << 28);  ///< the exponent of zero: below all others
inline constexpr int most_apart = 120;  ///< when exponents differ by this or more, the smaller summand changes nothing

/// 2^e for -1022 ≤ e ≤ 1023.
HETEROSCOPE_HD inline double power_of_two(int e) {
  const std::uint64_t bits = static_cast<std::uint64_t>(e + 1023) << 52;
  double out = 0;
  std::memcpy(&out, &bits, sizeof out);
  return out;
}

/// floor(log2 |x|) of a normal double; -1023 for zero and subnormals.
HETEROSCOPE_HD inline int exponent_of(double x) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &x, sizeof bits);
  return static_cast<int>((bits >> 52) & 0x7ff) - 1023;
}

/// m · 2^e in normal form.
HETEROSCOPE_HD inline Wide normal(double m, int e) {
  const int own = exponent_of(m);
  if (own == -1023) return {0, no_exponent};
  return {m * power_of_two(-own), e + own};
}

HETEROSCOPE_HD inline Wide wide(double x) {
  return normal(x, 0);
}

/// As a double; 0 where the range of doubles ends.
HETEROSCOPE_HD inline double to_double(Wide x) {
  return x.e < -1022 ? 0.0 : x.m * power_of_two(x.e);
}

HETEROSCOPE_HD inline Wide operator*(Wide a, Wide b) {
  return normal(a.m * b.m, a.e + b.e);
}
HETEROSCOPE_HD inline Wide operator-(Wide a) {
  return {-a.m, a.e};
}
HETEROSCOPE_HD inline Wide operator+(Wide a, Wide b) {
  if (a.e < b.e) {
    const Wide t = a;
    a = b;
    b = t;
  }
  const int apart = a.e - b.e;
  if (apart > most_apart) return a;
  return normal(std::fma(b.m, power_of_two(-apart), a.m), a.e);
}
HETEROSCOPE_HD inline bool operator<(Wide a, Wide b) {
  if ((a.m < 0) != (b.m < 0) || a.e == b.e || a.m == 0 || b.m == 0) return a.m < b.m;
  return a.m < 0 ? a.e > b.e : a.e < b.e;
}

}  // namespace heteroscope::mandelbrot
