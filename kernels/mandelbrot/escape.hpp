#pragma once

#include "core/base/freestanding.hpp"
#include "core/numbers/math.hpp"
#include "kernels/mandelbrot/arithmetic.hpp"

/// The arithmetic of the Mandelbrot set, written once for both compilers. Every operation is correctly rounded and in a
/// fixed order, so that all variants produce the same bits (docs/agreement.md). `A` says how the products and sums of
/// an iteration are rounded.
namespace heteroscope::mandelbrot {

/// A point of the complex plane, or an iterate.
template <class T>
struct Complex {
  T re{};
  T im{};
};

/// The sample points of a picture, or of a part of it, at pixel centers; row 0 is at the top, which in an upright
/// picture is where the imaginary part is largest. Columns and rows are counted from the middle of the whole picture.
/// They are whole numbers and halves, which fp32 holds exactly up to most_columns_in_fp32. So a middle column or row of
/// an upright picture lies exactly on the center's coordinate, and pixels that lie opposite each other about the center
/// are equally far from it, to the bit. In a turned picture the latter holds about a center at 0. An upright
/// picture has the same points with `Turned` and without, since a product with 0 adds nothing.
template <class T>
struct Grid {
  T center_re{};
  T center_im{};
  T step{};            ///< the distance of neighboring pixels
  T x0{};              ///< the part's first column, counted from the middle of the whole picture
  T y0{};              ///< the part's first row
  Complex<T> right{};  ///< the way to the next column
  Complex<T> down{};   ///< the way to the next row
  Complex<T> c{};      ///< of a Julia set, the same for all points

  /// The point of a pixel of any picture.
  [[nodiscard]] HETEROSCOPE_HD Complex<T> at(int x, int y) const {
    return point<true>(static_cast<T>(x), static_cast<T>(y));
  }
  /// The point at a column and a row that are floating-point numbers already; unless `Turned`, of an upright picture,
  /// where all points of a row have one imaginary part.
  template <bool Turned>
  [[nodiscard]] HETEROSCOPE_HD Complex<T> point(T x, T y) const {
    if constexpr (Turned) {
      const Complex<T> from = row_middle(y);
      return {std::fma(x0 + x, right.re, from.re), std::fma(x0 + x, right.im, from.im)};
    }
    return {std::fma(x0 + x, step, center_re), std::fma(y0 + y, -step, center_im)};
  }
  /// Where a row crosses the middle column of the whole picture.
  [[nodiscard]] HETEROSCOPE_HD Complex<T> row_middle(T y) const {
    return {std::fma(y0 + y, down.re, center_re), std::fma(y0 + y, down.im, center_im)};
  }
};

/// Up to here fp32 holds all whole numbers and the halves between them; the middles of patches are such halves.
inline constexpr int most_columns_in_fp32 = 1 << 23;

/// z² + c. Fused it takes four instructions: re = z.re² + (c.re − z.im²), im = 2 z.re · z.im + c.im.
template <class A = Fused, class T>
HETEROSCOPE_HD inline Complex<T> next(Complex<T> z, Complex<T> c) {
  const T t = A::mul_add(-z.im, z.im, c.re);
  const T twice = z.re + z.re;
  return {A::mul_add(z.re, z.re, t), A::mul_add(twice, z.im, c.im)};
}

/// |z|². An iterate has escaped if this is not below 4, which includes NaN after an overflow.
template <class A = Fused, class T>
HETEROSCOPE_HD inline T norm(Complex<T> z) {
  return A::mul_add(z.re, z.re, z.im * z.im);
}

template <class A = Fused, class T>
HETEROSCOPE_HD inline bool escaped(Complex<T> z) {
  return !(norm<A>(z) < T(4));
}

/// Continues the plain loop (seed 000, function 3) from iterate `z` of count `k`, with one escape test an iteration.
/// Returns the count at which it stopped, at most `limit`; `z` is then the iterate of that count.
template <class A = Fused, class T>
HETEROSCOPE_HD inline int iterate_plainly(Complex<T>& z, Complex<T> c, int k, int limit) {
  while (k < limit && norm<A>(z) < T(4)) {
    z = next<A>(z, c);
    ++k;
  }
  return k;
}

/// Left of this real part an orbit can touch |z| = 2 by rounding and come back, so these points are iterated plainly.
/// Everywhere else an iterate that tests as escaped is followed by escaped ones only, so that a test every few
/// iterations misses nothing (proof: docs/agreement.md, "Escape tested every few iterations").
template <class T>
HETEROSCOPE_HD inline bool near_tip(T c_re) {
  return c_re < T(-1.98);
}

/// Whether orbits of the Julia set of c may touch |z| = 2 and come back. Below 1.975 an iterate that tests as escaped
/// is followed by farther ones, |z² + c| ≥ 4 − 1.975, whatever rounding does.
template <class T>
HETEROSCOPE_HD inline bool may_return(Complex<T> c) {
  return !(norm(c) < T(3.9));
}

/// How a picture's orbits follow from its points. Those of the Mandelbrot set begin at 0, and c is the point; those of
/// a Julia set begin at the point, and c is the same for all.
template <class T, bool Julia>
struct Family {
  Complex<T> c{};  ///< of a Julia set

  [[nodiscard]] HETEROSCOPE_HD Complex<T> first(Complex<T> point) const {
    if constexpr (Julia) return point;
    return {};
  }
  [[nodiscard]] HETEROSCOPE_HD Complex<T> added(Complex<T> point) const {
    if constexpr (Julia) return c;
    return point;
  }
  /// Whether a test every few iterations could miss that the orbit of this point has escaped.
  [[nodiscard]] HETEROSCOPE_HD bool needs_each_test(T point_re) const {
    if constexpr (Julia) return may_return(c);
    return near_tip(point_re);
  }
};

/// Computes the same bits as next() in another way: 2 (z.re · z.im + c.im / 2) is rounded like 2 z.re · z.im + c.im,
/// since doubling is exact as long as nothing is subnormal (halvable()). With several points interleaved a GPU runs it
/// faster.
template <class A = Fused, class T>
HETEROSCOPE_HD inline Complex<T> next_by_half(Complex<T> z, T c_re, T half_c_im) {
  const T t = A::mul_add(-z.im, z.im, c_re);
  const T half = A::mul_add(z.re, z.im, half_c_im);
  return {A::mul_add(z.re, z.re, t), half + half};
}

/// Whether next_by_half() gives the bits of next() for points with this imaginary part: a result below 2^-108 would
/// have to come from a smaller one.
template <class T>
HETEROSCOPE_HD inline bool halvable(T c_im) {
  return c_im == T(0) || std::fabs(c_im) >= T(0x1p-60);
}

/// The fractional count of an iterate that escaped at count k: k + m − log2(log2 |z|) after m more iterations that
/// bring |z| past 256. It is continuous in c to about |c|/256², within 1.5 of k for |c| ≤ 2, and at least 2^-10 far
/// outside, to stay apart from the 0 of the set. Every processor computes the same bits; the logarithm's own error is
/// below 4e-15. Source: L. Vepstas, "Renormalizing the Mandelbrot Escape" (1997),
/// https://linas.org/art-gallery/escape/escape.html
template <class A = Fused, class T>
HETEROSCOPE_HD inline T fractional_count(Complex<T> z, Complex<T> c, int k) {
  int more = 0;
  while (norm<A>(z) < T(65536) && more < 32) {
    z = next<A>(z, c);
    ++more;
  }
  const double log2_modulus = 0.5 * exact_log2(static_cast<double>(norm<A>(z)));
  const double count = static_cast<double>(k + more) - exact_log2(log2_modulus);
  return static_cast<T>(fmax(count, 0.0009765625));
}

/// The value of a pixel: 0 where the iteration reached `limit`, otherwise the count, fractional if `smooth`.
template <class A = Fused, class T>
HETEROSCOPE_HD inline T pixel_value(Complex<T> z, Complex<T> c, int k, int limit, bool smooth) {
  if (k >= limit) return T(0);
  return smooth ? fractional_count<A>(z, c, k) : static_cast<T>(k);
}

}  // namespace heteroscope::mandelbrot
