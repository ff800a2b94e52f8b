#pragma once

#include "core/base/freestanding.hpp"

/// How the a · b + c of an iteration is rounded: kernels take one of these as a type. The sample points and the
/// logarithms of fractional counts do not depend on it.
namespace heteroscope::mandelbrot {

/// Rounded once, by a fused multiply-add.
struct Fused {
  static constexpr bool fused = true;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

/// Rounded after the product and after the sum; sources are compiled without contraction.
struct Separate {
  static constexpr bool fused = false;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
    return a * b + c;
  }
};

/// Rounded as the compiler chooses, in sources and functions that are compiled with contraction.
struct AsCompiled {
  static constexpr bool fused = false;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
#ifdef __clang__
#pragma clang fp contract(fast)
#endif
    return a * b + c;
  }
};

}  // namespace heteroscope::mandelbrot
