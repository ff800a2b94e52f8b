// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_VECTOR_DOUBLES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_VECTOR_DOUBLES_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_VECTOR_DOUBLES_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_VECTOR_DOUBLES_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

#include "kernels/mandelbrot/deep/columns-inl.hpp"
#include "kernels/mandelbrot/deep/perturb.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// An OrbitEntry and a Leap in each element of vectors.
template <class Complex, class Real>
struct EntryOf {
  Complex z;
  Real margin;
};
template <class Complex, class Real>
struct LeapsOf {
  Complex a, b;
  Real per_radius, growth, spread, least;
};

/// A vector of a tier's numbers with the operations of delta.hpp, which produce the same bits.
template <class R>
struct VectorNumbers;

template <>
struct VectorNumbers<double> {
  using Tag = hn::ScalableTag<double>;
  using Vec = hn::Vec<Tag>;
  using Mask = hn::Mask<Tag>;
  using Ints = hn::Vec<hn::RebindToSigned<Tag>>;
  static constexpr Tag tag{};
  static constexpr std::size_t most_lanes = hn::MaxLanes(Tag());

  struct Real {
    Vec v;

    HWY_INLINE friend Real operator+(Real a, Real b) { return {hn::Add(a.v, b.v)}; }
    HWY_INLINE friend Real operator*(Real a, Real b) { return {hn::Mul(a.v, b.v)}; }
    HWY_INLINE friend Mask operator<(Real a, Real b) { return hn::Lt(a.v, b.v); }
  };
  struct Complex {
    Vec re, im;

    HWY_INLINE friend Complex operator+(Complex a, Complex b) { return {hn::Add(a.re, b.re), hn::Add(a.im, b.im)}; }
    HWY_INLINE friend Complex operator*(Complex a, Complex b) {
      return {hn::MulSub(a.re, b.re, hn::Mul(a.im, b.im)), hn::MulAdd(a.re, b.im, hn::Mul(a.im, b.re))};
    }
  };
  using Entry = EntryOf<Complex, Real>;
  using Leaps = LeapsOf<Complex, Real>;

  /// Sizes in the units of the ladders' radii, and how many radii each ladder knows.
  struct LadderSizes {
    Vec v;
    Ints known;
  };

  HWY_INLINE static Real real(double x) { return {hn::Set(tag, x)}; }
  HWY_INLINE static Complex zero() { return {hn::Zero(tag), hn::Zero(tag)}; }
  /// x · 2^by; by ≥ 0.
  HWY_INLINE static Real scaled(double x, Ints by) {
    return {hn::Mul(hn::Set(tag, x), hn::ConvertTo(tag, hn::Shl(hn::Set(hn::DFromV<Ints>(), 1), by)))};
  }
  HWY_INLINE static Real if_then_else(Mask mask, Real yes, Real no) { return {hn::IfThenElse(mask, yes.v, no.v)}; }
  HWY_INLINE static Complex if_then_else(Mask mask, Complex yes, Complex no) {
    return {hn::IfThenElse(mask, yes.re, no.re), hn::IfThenElse(mask, yes.im, no.im)};
  }

  HWY_INLINE static Complex twice(Complex a) { return {hn::Add(a.re, a.re), hn::Add(a.im, a.im)}; }
  HWY_INLINE static Real dot(Complex a, Complex b) { return {hn::MulAdd(a.re, b.re, hn::Mul(a.im, b.im))}; }
  HWY_INLINE static Real extent(Complex a) { return {hn::Add(hn::Abs(a.re), hn::Abs(a.im))}; }
  HWY_INLINE static Real magnitude(Real a) { return {hn::Abs(a.v)}; }
  HWY_INLINE static Mask negative(Real a) { return hn::Lt(a.v, hn::Zero(tag)); }
  /// Prepares a number that is kept from one iteration to the next.
  HWY_INLINE static Real kept(Real a) { return a; }

  HWY_INLINE static Real together(Real a, Real b) {
    const Vec more = hn::Mul(hn::Mul(hn::Set(tag, 0.5), b.v), hn::Div(b.v, a.v));
    return {hn::Add(a.v, hn::IfThenElse(hn::Lt(more, b.v), more, b.v))};
  }

  HWY_INLINE static Real modulus_above(Complex a) {
    const hn::Rebind<float, Tag> floats;
    const Vec square = dot(a, a).v;
    const Vec above = hn::Set(tag, 1 + 0x1p-20);
    const Vec root = hn::Mul(hn::PromoteTo(tag, hn::Sqrt(hn::DemoteTo(floats, square))), above);
    const Mask small = hn::Lt(square, hn::Set(tag, 0x1p-100));
    if (HWY_LIKELY(hn::AllFalse(tag, small))) return {root};
    const Mask least = hn::Lt(square, hn::Set(tag, 0x1p-960));
    const Vec of_small = hn::IfThenElse(least, extent(a).v, hn::Mul(hn::Sqrt(square), above));
    return {hn::IfThenElse(small, of_small, root)};
  }

  HWY_INLINE static Complex load(const Delta<double>* of) {
    alignas(64) double re[most_lanes], im[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i) {
      re[i] = of[i].re;
      im[i] = of[i].im;
    }
    return {hn::Load(tag, re), hn::Load(tag, im)};
  }
  HWY_INLINE static void store(Complex a, Delta<double>* out) {
    alignas(64) double re[most_lanes], im[most_lanes];
    hn::Store(a.re, tag, re);
    hn::Store(a.im, tag, im);
    for (std::size_t i = 0; i < most_lanes; ++i) out[i] = {re[i], im[i]};
  }

  HWY_INLINE static void store(Real a, double* out) { hn::StoreU(a.v, tag, out); }

  HWY_INLINE static LadderSizes sizes_on(const Ladder<double>* const*, Real size) {
    return {size.v, hn::Set(hn::DFromV<Ints>(), Ladder<double>::levels)};
  }
  /// The number of a ladder's radii that a size is below.
  HWY_INLINE static std::uint64_t count_fitting(double size, const Ladder<double>& ladder) {
    const Vec of = hn::Set(tag, size);
    std::uint64_t count = 0;
    for (std::size_t j = 0; j < Ladder<double>::levels; j += most_lanes)
      count += hn::CountTrue(tag, hn::Lt(hn::Mul(of, hn::Load(tag, ladder.per_radius + j)), hn::Set(tag, 1.0)));
    return count;
  }

  /// Loads the entry, or the leap, at the place of each element.
  HWY_INLINE static Entry read(const OrbitEntry<double>* const* places) {
    static_assert(sizeof(OrbitEntry<double>) == 4 * sizeof(double));
    const double* rows[most_lanes];
    Columns<Tag>::begin(places, rows);
    Vec of[4];
    Columns<Tag>::template read<4>(rows, of);
    return {{of[0], of[1]}, {of[2]}};
  }
  HWY_INLINE static Leaps read(const Leap<double>* const* places) {
    static_assert(sizeof(Leap<double>) == 8 * sizeof(double));
    const double* rows[most_lanes];
    Columns<Tag>::begin(places, rows);
    Vec of[8];
    Columns<Tag>::template read<8>(rows, of);
    return {{of[0], of[1]}, {of[2], of[3]}, {of[4]}, {of[5]}, {of[6]}, {of[7]}};
  }
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
