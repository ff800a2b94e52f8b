// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_VECTOR_WIDE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_VECTOR_WIDE_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_VECTOR_WIDE_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_VECTOR_WIDE_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "kernels/mandelbrot/deep/vector_doubles-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Vectors of numbers with separate exponents. Exponents are kept as whole doubles, since comparisons and maxima of
/// 64-bit integers are slow where they exist at all.
///
/// The bits are those of wide.hpp, but powers of two are moved between mantissa and exponent only where that matters,
/// since multiplying by one is exact. Complex numbers are kept in normal form: which of two summands is dropped follows
/// from their exponents, though one part of a number may be far below the other. The mantissas of real numbers are 0 or
/// lie between 2^-110 and 2^10; their sums are rounded the same however they are written. The exponent of 0 is below
/// all others.
template <>
struct VectorNumbers<Wide> {
  using Tag = hn::ScalableTag<double>;
  using Vec = hn::Vec<Tag>;
  using Mask = hn::Mask<Tag>;
  using IntTag = hn::RebindToSigned<Tag>;
  using Ints = hn::Vec<IntTag>;
  static constexpr Tag tag{};
  static constexpr IntTag ints{};
  static constexpr std::size_t most_lanes = hn::MaxLanes(Tag());

  struct Real {
    Vec m, e;

    HWY_INLINE friend Real operator*(Real a, Real b) { return {hn::Mul(a.m, b.m), hn::Add(a.e, b.e)}; }
    HWY_INLINE friend Real operator+(Real a, Real b) {
      const Vec apart = hn::Sub(a.e, b.e);
      const Mask swapped = hn::Lt(apart, hn::Zero(tag));
      const Vec less = hn::IfThenElse(swapped, a.m, b.m);
      const Vec more = hn::IfThenElse(swapped, b.m, a.m);
      return {hn::MulAdd(less, power_of_two(minus_magnitude(apart)), more), hn::Max(a.e, b.e)};
    }
    /// For numbers that are not negative.
    HWY_INLINE friend Mask operator<(Real a, Real b) {
      return hn::Lt(a.m, hn::Mul(b.m, power_or_more(hn::Sub(b.e, a.e))));
    }
  };
  struct Complex {
    Vec re, im, e;

    HWY_INLINE friend Complex operator+(Complex a, Complex b) {
      const Vec apart = hn::Sub(a.e, b.e);
      const Mask swapped = hn::Lt(apart, hn::Zero(tag));
      const Vec down = minus_magnitude(apart);
      const Mask near = hn::Ge(down, hn::Set(tag, -most_apart));
      const Vec scale = hn::IfThenElseZero(near, power_of_two(down));
      const Vec sum_re = hn::MulAdd(hn::IfThenElse(swapped, a.re, b.re), scale, hn::IfThenElse(swapped, b.re, a.re));
      const Vec sum_im = hn::MulAdd(hn::IfThenElse(swapped, a.im, b.im), scale, hn::IfThenElse(swapped, b.im, a.im));
      return normal(sum_re, sum_im, hn::Max(a.e, b.e));
    }
    HWY_INLINE friend Complex operator*(Complex a, Complex b) {
      return normal(hn::MulSub(a.re, b.re, hn::Mul(a.im, b.im)), hn::MulAdd(a.re, b.im, hn::Mul(a.im, b.re)),
                    hn::Add(a.e, b.e));
    }
  };
  using Entry = EntryOf<Complex, Real>;
  using Leaps = LeapsOf<Complex, Real>;

  /// Sizes over the ladders' 2^-e, and how many of their radii are known.
  struct LadderSizes {
    Vec v;
    Ints known;
  };

  HWY_INLINE static Real real(double x) { return real(wide(x)); }
  HWY_INLINE static Real real(Wide x) { return {hn::Set(tag, x.m), hn::Set(tag, x.e)}; }
  HWY_INLINE static Complex zero() { return {hn::Zero(tag), hn::Zero(tag), hn::Set(tag, no_exponent)}; }
  /// x · 2^by; by ≥ 0.
  HWY_INLINE static Real scaled(double x, Ints by) {
    const Real out = real(x);
    return {out.m, hn::Add(out.e, whole(by))};
  }
  HWY_INLINE static Real if_then_else(Mask mask, Real yes, Real no) {
    return {hn::IfThenElse(mask, yes.m, no.m), hn::IfThenElse(mask, yes.e, no.e)};
  }
  HWY_INLINE static Complex if_then_else(Mask mask, Complex yes, Complex no) {
    return {hn::IfThenElse(mask, yes.re, no.re), hn::IfThenElse(mask, yes.im, no.im),
            hn::IfThenElse(mask, yes.e, no.e)};
  }

  HWY_INLINE static Complex twice(Complex a) { return {a.re, a.im, hn::Add(a.e, hn::Set(tag, 1.0))}; }
  HWY_INLINE static Real dot(Complex a, Complex b) {
    const Vec m = hn::MulAdd(a.re, b.re, hn::Mul(a.im, b.im));
    const Mask none = hn::Eq(m, hn::Zero(tag));
    return {m, hn::IfThenElse(none, hn::Set(tag, no_exponent), hn::Add(a.e, b.e))};
  }
  HWY_INLINE static Real extent(Complex a) { return {hn::Add(hn::Abs(a.re), hn::Abs(a.im)), a.e}; }
  HWY_INLINE static Real magnitude(Real a) { return {hn::Abs(a.m), a.e}; }
  HWY_INLINE static Mask negative(Real a) { return hn::Lt(a.m, hn::Zero(tag)); }
  /// Brings a number that is kept from one iteration to the next, and is not negative, to normal form.
  HWY_INLINE static Real kept(Real a) {
    const Mask any = hn::Gt(a.m, hn::Zero(tag));
    return {hn::IfThenElseZero(any, mantissa_of(a.m)),
            hn::IfThenElse(any, hn::Add(a.e, exponent_of(a.m)), hn::Set(tag, no_exponent))};
  }

  /// The added term is b²/2a, or b if that is less: b times b/2a, or times 1.
  HWY_INLINE static Real together(Real a, Real b) {
    const Vec half = hn::Mul(hn::Set(tag, 0.5), hn::Div(b.m, a.m));
    const Vec one = hn::Set(tag, 1.0);
    const Vec share = hn::Mul(half, power_or_more(hn::Sub(b.e, a.e)));
    return a + Real{hn::Mul(b.m, hn::IfThenElse(hn::Lt(share, one), share, one)), b.e};
  }

  HWY_INLINE static Real modulus_above(Complex a) {
    const hn::Rebind<float, Tag> floats;
    const Vec square = hn::MulAdd(a.re, a.re, hn::Mul(a.im, a.im));
    const Vec root = hn::PromoteTo(tag, hn::Sqrt(hn::DemoteTo(floats, square)));
    return {hn::Mul(root, hn::Set(tag, 1 + 0x1p-20)), a.e};
  }

  HWY_INLINE static Complex load(const Delta<Wide>* of) {
    alignas(64) double re[most_lanes], im[most_lanes], e[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i) {
      re[i] = of[i].re;
      im[i] = of[i].im;
      e[i] = of[i].e;
    }
    return {hn::Load(tag, re), hn::Load(tag, im), hn::Load(tag, e)};
  }
  HWY_INLINE static void store(Complex a, Delta<Wide>* out) {
    alignas(64) double re[most_lanes], im[most_lanes], e[most_lanes];
    hn::Store(a.re, tag, re);
    hn::Store(a.im, tag, im);
    hn::Store(a.e, tag, e);
    for (std::size_t i = 0; i < most_lanes; ++i) out[i] = {re[i], im[i], static_cast<int>(e[i])};
  }

  HWY_INLINE static void store(Real a, Wide* out) {
    alignas(64) double m[most_lanes], e[most_lanes];
    hn::Store(a.m, tag, m);
    hn::Store(a.e, tag, e);
    for (std::size_t i = 0; i < most_lanes; ++i) out[i] = mandelbrot::normal(m[i], static_cast<int>(e[i]));
  }

  HWY_INLINE static LadderSizes sizes_on(const Ladder<Wide>* const* ladders, Real size) {
    static_assert(sizeof(Ladder<Wide>) == 8 * sizeof(double));
    alignas(64) double ends[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i)
      std::memcpy(ends + i, reinterpret_cast<const char*>(ladders[i]) + offsetof(Ladder<Wide>, e), sizeof ends[i]);
    const Vec end = hn::Load(tag, ends);
    const Vec e = hn::Add(size.e, exponents(end));
    return {hn::Mul(size.m, power_or_more(e)), hn::ShiftRight<32>(hn::BitCast(ints, end))};
  }
  /// The number of a ladder's radii that a size is below; what follows these is no number below 1, or is not counted.
  HWY_INLINE static std::uint64_t count_fitting(double size, const Ladder<Wide>& ladder) {
    const Vec of = hn::Set(tag, size);
    std::uint64_t count = 0;
    for (std::size_t j = 0; j < 8; j += most_lanes) {
      auto fits = hn::Lt(hn::Mul(of, hn::Load(tag, ladder.per_radius + j)), hn::Set(tag, 1.0));
      if (j + most_lanes == 8) fits = hn::And(fits, hn::FirstN(tag, most_lanes - 1));
      count += hn::CountTrue(tag, fits);
    }
    return count;
  }

  /// Loads the entry, or the leap, at the place of each element.
  HWY_INLINE static Entry read(const OrbitEntry<Wide>* const* places) {
    static_assert(sizeof(OrbitEntry<Wide>) == 6 * sizeof(double));
    const double* rows[most_lanes];
    Columns<Tag>::begin(places, rows);
    Vec of[4], last[4];
    Columns<Tag>::template read<4>(rows, of);
    Columns<Tag>::template read<4>(rows, last, 2);
    return {{of[0], of[1], exponents(of[2])}, {of[3], exponents(last[2])}};
  }
  HWY_INLINE static Leaps read(const Leap<Wide>* const* places) {
    static_assert(sizeof(Leap<Wide>) == 14 * sizeof(double));
    const double* rows[most_lanes];
    Columns<Tag>::begin(places, rows);
    Vec of[12], last[4];
    Columns<Tag>::template read<12>(rows, of);
    Columns<Tag>::template read<4>(rows, last, 10);
    return {.a = {of[0], of[1], exponents(of[2])},
            .b = {of[3], of[4], exponents(of[5])},
            .per_radius = {of[6], exponents(of[7])},
            .growth = {of[8], exponents(of[9])},
            .spread = {of[10], exponents(of[11])},
            .least = {last[2], exponents(last[3])}};
  }

  /// The bits of 2^52, into which whole numbers are or-ed to convert them.
  static constexpr std::int64_t two_to_52_bits = std::int64_t{0x433} << 52;

  // power_of_two() takes a whole e up to 1023; below -1022 its result is 0, or less than what changes a sum.
  // power_or_more() does the same, except that from e = 900 on its result is some power that is no smaller than 2^900,
  // or infinite. exponent_of() takes numbers from 2^-1022 on. mantissa_of() is in [1, 2).
#if HWY_TARGET <= HWY_AVX3
  HWY_INLINE static Vec power_of_two(Vec e) {
    return Vec{_mm512_scalef_pd(hn::Set(tag, 1.0).raw, e.raw)};
  }
  HWY_INLINE static Vec power_or_more(Vec e) {
    return power_of_two(e);
  }
  HWY_INLINE static Vec exponent_of(Vec x) {
    return Vec{_mm512_getexp_pd(x.raw)};
  }
  HWY_INLINE static Vec mantissa_of(Vec x) {
    return Vec{_mm512_getmant_pd(x.raw, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_src)};
  }
#else
  HWY_INLINE static Vec power_of_two(Vec e) {
    const Vec least = hn::Max(e, hn::Set(tag, -1023));
    return hn::BitCast(tag, hn::ShiftLeft<52>(hn::BitCast(ints, hn::Add(least, hn::Set(tag, 0x1.8p52 + 1023)))));
  }
  HWY_INLINE static Vec power_or_more(Vec e) {
    return power_of_two(hn::Min(e, hn::Set(tag, 900)));
  }
  HWY_INLINE static Vec exponent_of(Vec x) {
    const Ints exponent = hn::ShiftRight<52>(hn::BitCast(ints, x));
    return hn::Sub(hn::BitCast(tag, hn::Or(exponent, hn::Set(ints, two_to_52_bits))), hn::Set(tag, 0x1p52 + 1023));
  }
  HWY_INLINE static Vec mantissa_of(Vec x) {
    const Ints mantissa = hn::And(hn::BitCast(ints, x), hn::Set(ints, (std::int64_t{1} << 52) - 1));
    return hn::BitCast(tag, hn::Or(mantissa, hn::BitCast(ints, hn::Set(tag, 1.0))));
  }
#endif
  HWY_INLINE static Vec minus_magnitude(Vec x) {
    return hn::Or(x, hn::Set(tag, -0.0));
  }
  /// Converts whole numbers from 0 on to doubles.
  HWY_INLINE static Vec whole(Ints x) {
    return hn::Sub(hn::BitCast(tag, hn::Or(x, hn::Set(ints, two_to_52_bits))), hn::Set(tag, 0x1p52));
  }
  /// Extracts the exponents from columns whose lower halves are ints; the upper halves may hold anything.
  HWY_INLINE static Vec exponents(Vec column) {
    constexpr std::int64_t offset = std::int64_t{1} << 31;
    const Ints low = hn::And(hn::BitCast(ints, column), hn::Set(ints, (std::int64_t{1} << 32) - 1));
    const Vec above = hn::BitCast(tag, hn::Xor(low, hn::Set(ints, two_to_52_bits | offset)));
    return hn::Sub(above, hn::Set(tag, 0x1p52 + 0x1p31));
  }
  HWY_INLINE static Complex normal(Vec re, Vec im, Vec e) {
    const Vec most = hn::Max(hn::Abs(re), hn::Abs(im));
    const Mask any = hn::Ge(most, hn::Set(tag, 0x1p-1022));
    const Vec exponent = exponent_of(most);
    const Vec scale = power_of_two(hn::Neg(exponent));
    return {hn::IfThenElseZero(any, hn::Mul(re, scale)), hn::IfThenElseZero(any, hn::Mul(im, scale)),
            hn::IfThenElse(any, hn::Add(e, exponent), hn::Set(tag, no_exponent))};
  }
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
