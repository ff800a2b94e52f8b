#pragma once

#include "core/base/ceil_div.hpp"
#include "core/base/freestanding.hpp"
#include "kernels/histogram/parameters.hpp"

// The bin to which a value belongs, with the same result on every processor. Each kind of binning has
//   quick(x)      the bin of values for which is_quick(x) holds: a handful of instructions without a branch;
//   operator()    the bin of any value; NaN belongs to bin 0, so that no index is out of range;
//   tamed(x)      a value with the same bin for which is_quick() holds.

namespace heteroscope::histogram {

/// The type in which positions in the range are computed: fp64 holds every int32, so that integers are counted exactly
/// as their fp64 values are.
template <class T>
using Real = std::conditional_t<std::is_integral_v<T>, double, T>;

/// The bin ⌊(x − low) · bins / (high − low)⌋, clamped to 0 … bins − 1. The factor is computed in fp64 and rounded to
/// Real<T>; the difference and the product are rounded once each.
template <class T>
struct RangeBins {
  Real<T> low;
  Real<T> scale;
  Real<T> last;

  HETEROSCOPE_HD explicit RangeBins(const Parameters& p)
      : low(static_cast<Real<T>>(p.low)),
        scale(static_cast<Real<T>>(p.bins / (p.high - p.low))),
        last(static_cast<Real<T>>(p.bins - 1)) {}

  HETEROSCOPE_HD static constexpr bool is_quick(T) { return true; }
  HETEROSCOPE_HD static T tamed(T x) { return x; }
  HETEROSCOPE_HD int quick(T x) const {
    Real<T> place = (static_cast<Real<T>>(x) - low) * scale;
    place = place > 0 ? place : Real<T>(0);  // a NaN becomes 0, too
    place = place < last ? place : last;
    return static_cast<int>(place);
  }
  HETEROSCOPE_HD int operator()(T x) const { return quick(x); }
};

/// Values of smaller magnitude are quick for any modulus: their integers fit into 30 bits and a sign.
inline constexpr int quick_modulo_limit = 1 << 29;

template <class T>
HETEROSCOPE_HD bool is_quick_modulo(T x) {
  if constexpr (std::is_integral_v<T>) {
    return x > -quick_modulo_limit && x < quick_modulo_limit;
  } else {
    return std::fabs(x) < T(quick_modulo_limit);  // false for NaN
  }
}

/// ⌊x⌋ of a value for which is_quick_modulo() holds.
template <class T>
HETEROSCOPE_HD int whole_part(T x) {
  if constexpr (std::is_integral_v<T>) {
    return x;
  } else {
    return static_cast<int>(std::floor(x));
  }
}

/// The remainder of ⌊x⌋ when divided by `bins`, with the sign of ⌊x⌋, in 64-bit integers: exact for |x| ≤ 2^62. Larger
/// magnitudes, which no integer type holds, are taken as 2^62. The function is rarely called, and not inlined, so that
/// it does not crowd the loops.
template <class T>
__attribute__((noinline)) HETEROSCOPE_HD int remainder_of_large(T x, int bins) {
  if constexpr (std::is_integral_v<T>) {
    return x % bins;
  } else {
    constexpr T largest = T(std::int64_t{1} << 62);
    T whole = std::floor(x);
    whole = whole > -largest ? whole : -largest;
    whole = whole < largest ? whole : largest;
    return x == x ? static_cast<int>(static_cast<std::int64_t>(whole) % bins) : 0;
  }
}

/// ⌊x⌋ modulo a power of two: the low bits of the two's complement.
template <class T>
struct MaskBins {
  int mask;

  HETEROSCOPE_HD explicit MaskBins(const Parameters& p) : mask(p.bins - 1) {}

  HETEROSCOPE_HD static bool is_quick(T x) { return is_quick_modulo(x); }
  HETEROSCOPE_HD T tamed(T x) const { return is_quick(x) ? x : T(remainder_of_large(x, mask + 1)); }
  HETEROSCOPE_HD int quick(T x) const { return whole_part(x) & mask; }
  HETEROSCOPE_HD int operator()(T x) const { return quick(tamed(x)); }
};

/// u modulo d by a multiplication, for d that are no powers of two and u below 2^31. With s = ⌊log2 d⌋ and m =
/// ⌈2^(32+s) / d⌉ < 2^32, the excess e = m·d − 2^(32+s) is below d < 2^(s+1), so that u·m / 2^(32+s) = u/d + u·e /
/// (d·2^(32+s)) exceeds u/d by less than 1/d: its integer part is ⌊u/d⌋ (Granlund and Montgomery, Division by Invariant
/// Integers using Multiplication, 1994).
struct Reciprocal {
  std::uint32_t divisor;
  std::uint32_t factor;
  std::uint32_t shift;

  HETEROSCOPE_HD explicit Reciprocal(std::uint32_t d) : divisor(d), factor(0), shift(0) {
    while (d >> (shift + 1) != 0) ++shift;
    const std::uint64_t power = std::uint64_t{1} << (32 + shift);
    factor = static_cast<std::uint32_t>(ceil_div(power, d));
  }

  [[nodiscard]] HETEROSCOPE_HD std::uint32_t quotient(std::uint32_t u) const {
    return static_cast<std::uint32_t>((std::uint64_t{u} * factor) >> 32) >> shift;
  }
  [[nodiscard]] HETEROSCOPE_HD std::uint32_t rest(std::uint32_t u) const { return u - quotient(u) * divisor; }
};

/// ⌊x⌋ modulo a number that is no power of two. A multiple of it is added first, so that there is no sign.
template <class T>
struct ModuloBins {
  Reciprocal reciprocal;
  std::uint32_t offset;

  HETEROSCOPE_HD explicit ModuloBins(const Parameters& p)
      : reciprocal(static_cast<std::uint32_t>(p.bins)),
        offset((quick_modulo_limit / reciprocal.divisor + 1) * reciprocal.divisor) {}

  HETEROSCOPE_HD static bool is_quick(T x) { return is_quick_modulo(x); }
  HETEROSCOPE_HD T tamed(T x) const {
    return is_quick(x) ? x : T(remainder_of_large(x, static_cast<int>(reciprocal.divisor)));
  }
  HETEROSCOPE_HD int quick(T x) const {
    return static_cast<int>(reciprocal.rest(static_cast<std::uint32_t>(whole_part(x)) + offset));
  }
  HETEROSCOPE_HD int operator()(T x) const { return quick(tamed(x)); }
};

}  // namespace heteroscope::histogram
