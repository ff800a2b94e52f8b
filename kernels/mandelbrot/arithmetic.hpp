#pragma once

#include "core/base/freestanding.hpp"

/// How an iteration's a · b + c is rounded: what the kernels take as a type. Of the points themselves and of the
/// logarithms of fractional counts nothing depends on it.
namespace heteroscope::mandelbrot {

/// Once, by one instruction.
struct Fused {
  static constexpr bool fused = true;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
    return std::fma(a, b, c);
  }
};

/// After the product and after the sum: sources are compiled without contraction.
struct Separate {
  static constexpr bool fused = false;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
    return a * b + c;
  }
};

/// As the compiler likes: of sources and functions that are compiled with contraction.
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
