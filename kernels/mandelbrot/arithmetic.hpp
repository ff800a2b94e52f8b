#pragma once

#include <cmath>
#include <stdexcept>
#include <utility>

#include "core/base/host_device.hpp"
#include "kernels/mandelbrot/parameters.hpp"

/// Lets GCC contract products and sums in a function and in all that it calls, though sources are compiled with
/// -ffp-contract=off.
#if defined(__GNUC__) && !defined(__clang__)
#define HETEROSCOPE_CONTRACTING [[gnu::optimize("fp-contract=fast"), gnu::flatten]]
#else
#define HETEROSCOPE_CONTRACTING
#endif

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
  template <class Body>
  static auto compiled(Body body) {
    return body();
  }
};

/// After the product and after the sum: sources are compiled without contraction.
struct Separate {
  static constexpr bool fused = false;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
    return a * b + c;
  }
  template <class Body>
  static auto compiled(Body body) {
    return body();
  }
};

/// As the compiler likes where a function says HETEROSCOPE_CONTRACTING, and in sources that are compiled with
/// HETEROSCOPE_CONTRACTED and --fmad=true.
struct AsCompiled {
  static constexpr bool fused = false;
  template <class T>
  HETEROSCOPE_HD static T mul_add(T a, T b, T c) {
#ifdef __clang__
#pragma clang fp contract(fast)
#endif
    return a * b + c;
  }
  /// What `body` returns, with all that it calls compiled so.
  template <class Body>
  HETEROSCOPE_CONTRACTING static auto compiled(Body body) {
    return body();
  }
};

/// Calls `body.template operator()<A>()` with the type of an arithmetic.
template <class Body>
decltype(auto) with_arithmetic(Arithmetic arithmetic, Body&& body) {
  switch (arithmetic) {
    case Arithmetic::fused:
      return std::forward<Body>(body).template operator()<Fused>();
    case Arithmetic::separate:
      return std::forward<Body>(body).template operator()<Separate>();
    case Arithmetic::as_compiled:
      return std::forward<Body>(body).template operator()<AsCompiled>();
  }
  throw std::logic_error("an arithmetic that there is not");
}

}  // namespace heteroscope::mandelbrot
