// Compiled once for each instruction set: Highway's include guard, which toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "kernels/mandelbrot/deep/columns-inl.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// perturb() of several pixels at once, operation by operation: each lane has a pixel of the row, and gets the next
/// when its own is done. Lanes are at places of their own in the reference.
class DeepRow {
  using Tag = hn::ScalableTag<double>;
  using Vec = hn::Vec<Tag>;
  using Mask = hn::Mask<Tag>;
  using IntTag = hn::RebindToSigned<Tag>;
  using Ints = hn::Vec<IntTag>;
  static constexpr std::size_t most_lanes = hn::MaxLanes(Tag());
  static constexpr int leap_doubles = sizeof(Leap<double>) / sizeof(double);
  static constexpr int entry_doubles = sizeof(OrbitEntry<double>) / sizeof(double);

 public:
  HWY_INLINE DeepRow(const DeepPicture<double>& picture, int width, int limit, bool smooth, Cancel cancel)
      : picture_(picture), orbit_(picture.orbit), width_(width), limit_(limit), smooth_(smooth), cancel_(cancel) {}

  /// Calls `put(x, value)` for each pixel of row y.
  template <class Put>
  HWY_INLINE void run(int y, const Put& put) {
    const std::size_t lanes = hn::Lanes(tag_);
    y_ = y;
    next_ = 0;
    busy_ = 0;
    for (std::size_t i = 0; i < lanes; ++i) begin(i);
    load();
    while (busy_ > 0 && !cancel_.is_set()) {
      Mask done = advance();
      if (HWY_LIKELY(hn::AllFalse(tag_, done))) continue;
      store();
      alignas(64) double is_done[most_lanes];
      hn::Store(hn::IfThenElseZero(done, hn::Set(tag_, 1.0)), tag_, is_done);
      for (std::size_t i = 0; i < lanes; ++i) {
        if (is_done[i] == 0) continue;
        if (pixel_[i] >= 0) {
          finish(i, put);
          --busy_;
        }
        begin(i);
      }
      load();
    }
  }

 private:
  /// A lane takes the next pixel of the row; one that gets none follows the reference, and begins anew where that ends:
  /// beyond the limit it would leave the reference behind.
  HWY_INLINE void begin(std::size_t i) {
    for (double* const of : {d_re_, d_im_, w_re_, w_im_, error_, modulus_, size_, doubtful_}) of[i] = 0;
    m_[i] = 0;
    k_[i] = 1;
    pixel_[i] = -1;
    offset_re_[i] = offset_im_[i] = 0;
    if (next_ >= width_) return;
    pixel_[i] = next_++;
    const Delta<double> offset = picture_.offset(pixel_[i], y_);
    offset_re_[i] = offset.re;
    offset_im_[i] = offset.im;
    ++busy_;
  }

  template <class Put>
  HWY_INLINE void finish(std::size_t i, const Put& put) const {
    Perturbed found;
    found.count = static_cast<int>(k_[i]);
    found.z = {z_re_[i], z_im_[i]};
    found.undecided = doubtful_[i] != 0;
    const Complex<double> point{picture_.c.re + offset_re_[i], picture_.c.im + offset_im_[i]};
    put(pixel_[i], DeepPicture<double>::found_value(found, point, limit_, smooth_));
  }

  HWY_INLINE void load() {
    d_re = hn::Load(tag_, d_re_);
    d_im = hn::Load(tag_, d_im_);
    w_re = hn::Load(tag_, w_re_);
    w_im = hn::Load(tag_, w_im_);
    error = hn::Load(tag_, error_);
    modulus = hn::Load(tag_, modulus_);
    size = hn::Load(tag_, size_);
    doubtful = hn::Load(tag_, doubtful_);
    offset_re = hn::Load(tag_, offset_re_);
    offset_im = hn::Load(tag_, offset_im_);
    m = hn::Load(ints_, m_);
    k = hn::Load(ints_, k_);
  }
  HWY_INLINE void store() {
    hn::Store(d_re, tag_, d_re_);
    hn::Store(d_im, tag_, d_im_);
    hn::Store(w_re, tag_, w_re_);
    hn::Store(w_im, tag_, w_im_);
    hn::Store(error, tag_, error_);
    hn::Store(modulus, tag_, modulus_);
    hn::Store(size, tag_, size_);
    hn::Store(doubtful, tag_, doubtful_);
    hn::Store(z_re, tag_, z_re_);
    hn::Store(z_im, tag_, z_im_);
    hn::Store(m, ints_, m_);
    hn::Store(k, ints_, k_);
  }

  HWY_INLINE static Vec extent(Vec re, Vec im) { return hn::Add(hn::Abs(re), hn::Abs(im)); }

  HWY_INLINE static Vec together(Vec a, Vec b) {
    const Vec more = hn::Mul(hn::Mul(hn::Set(tag_, 0.5), b), hn::Div(b, a));
    return hn::Add(a, hn::IfThenElse(hn::Lt(more, b), more, b));
  }

  HWY_INLINE static Vec modulus_above(Vec re, Vec im) {
    const hn::Rebind<float, Tag> floats;
    const Vec square = hn::MulAdd(re, re, hn::Mul(im, im));
    const Vec above = hn::Set(tag_, 1 + 0x1p-20);
    const Vec root = hn::Mul(hn::PromoteTo(tag_, hn::Sqrt(hn::DemoteTo(floats, square))), above);
    const Mask small = hn::Lt(square, hn::Set(tag_, 0x1p-100));
    if (HWY_LIKELY(hn::AllFalse(tag_, small))) return root;
    const Mask least = hn::Lt(square, hn::Set(tag_, 0x1p-960));
    const Vec of_small = hn::IfThenElse(least, extent(re, im), hn::Mul(hn::Sqrt(square), above));
    return hn::IfThenElse(small, of_small, root);
  }

  /// Where each lane's leap is, and how long; only of those in the mask.
  struct Found {
    Mask any;
    Ints length;
    const double* leaps[most_lanes];
  };
  /// As level_from(): a lane compares with the radii of the shorter leaps from its place at once.
  HWY_INLINE Found leaps_from() const {
    const Ints one = hn::Set(ints_, 1);
    Found out{hn::Lt(hn::Zero(tag_), hn::Zero(tag_)), one, {}};
    if (orbit_.ladders == nullptr) return out;
    const Ints place = hn::Sub(m, one);
    const Ints rest = hn::And(place, hn::Set(ints_, (1 << first_level) - 1));
    const auto open = hn::And(hn::Gt(m, hn::Zero(ints_)), hn::Eq(rest, hn::Zero(ints_)));
    Ints level = levels_fitting(hn::IfThenElseZero(open, hn::Add(hn::ShiftRight<first_level>(place), one)));
    level = hn::IfThenElseZero(hn::Gt(level, hn::Zero(ints_)), hn::Add(level, hn::Set(ints_, first_level - 1)));
    const auto top = hn::Eq(level, hn::Set(ints_, first_level - 1 + Ladder::levels));
    if (HWY_UNLIKELY(!hn::AllFalse(ints_, top))) level = longer(level, place);
    level = within(level, hn::Sub(hn::Set(ints_, limit_), k));
    const auto any = hn::Gt(level, hn::Zero(ints_));
    out.any = hn::RebindMask(tag_, any);
    out.length = hn::Shl(one, level);
    alignas(64) std::int64_t levels[most_lanes], places[most_lanes];
    hn::Store(level, ints_, levels);
    hn::Store(hn::IfThenElseZero(any, place), ints_, places);
    for (std::size_t i = 0; i < most_lanes; ++i)
      out.leaps[i] = reinterpret_cast<const double*>(orbit_.leaps + orbit_.first[levels[i]] + (places[i] >> levels[i]));
    return out;
  }

  /// How many of a ladder's radii each lane's size is below.
  HWY_INLINE Ints levels_fitting(Ints ladder) const {
    alignas(64) std::int64_t ladders[most_lanes];
    alignas(64) double sizes[most_lanes];
    hn::Store(ladder, ints_, ladders);
    hn::Store(size, tag_, sizes);
    std::uint64_t counts = 0;  // a byte a lane
    static_assert(most_lanes <= 8);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < most_lanes; ++i) {
      const double* const per_radius = orbit_.ladders[ladders[i]].per_radius;
      const Vec of = hn::Set(tag_, sizes[i]);
      std::uint64_t count = 0;
      for (std::size_t j = 0; j < Ladder::levels; j += most_lanes)
        count += hn::CountTrue(tag_, hn::Lt(hn::Mul(of, hn::Load(tag_, per_radius + j)), hn::Set(tag_, 1.0)));
      counts |= count << (8 * i);
    }
    const Ints bytes = hn::Shr(hn::Set(ints_, static_cast<std::int64_t>(counts)), hn::ShiftLeft<3>(hn::Iota(ints_, 0)));
    return hn::And(bytes, hn::Set(ints_, 0xff));
  }

  /// The same where a ladder ends: leaps that are longer than it knows.
  HWY_NOINLINE Ints longer(Ints level, Ints place) const {
    alignas(64) std::int64_t levels[most_lanes], places[most_lanes];
    alignas(64) double sizes[most_lanes];
    hn::Store(level, ints_, levels);
    hn::Store(place, ints_, places);
    hn::Store(size, tag_, sizes);
    for (std::size_t i = 0; i < most_lanes; ++i) {
      if (levels[i] == first_level - 1 + Ladder::levels)
        levels[i] = level_from(orbit_, static_cast<int>(places[i]) + 1, limit_, sizes[i]);
    }
    return hn::Load(ints_, levels);
  }

  /// No longer than what is left to the limit.
  HWY_INLINE static Ints within(Ints level, Ints left) {
    const Ints one = hn::Set(ints_, 1);
    auto beyond = hn::Gt(hn::Shl(one, level), left);
    while (HWY_UNLIKELY(!hn::AllFalse(ints_, beyond))) {
      level = hn::Sub(level, hn::IfThenElseZero(beyond, one));
      level = hn::IfThenElseZero(hn::Gt(level, hn::Set(ints_, first_level - 1)), level);
      beyond = hn::And(hn::Gt(hn::Shl(one, level), left), hn::Gt(level, hn::Zero(ints_)));
    }
    return level;
  }

  /// One iteration or leap of all lanes. Those that are done then.
  HWY_INLINE Mask advance() {
    const Vec rounding = hn::Set(tag_, Exactness<double>::rounding);
    const Found leap = leaps_from();
    Vec to_re, to_im, to_error;
    if (!hn::AllTrue(tag_, leap.any)) {
      to_error = together(hn::Mul(hn::Add(hn::Add(modulus, modulus), error), error),
                          hn::Add(hn::Mul(rounding, hn::Mul(hn::Add(extent(w_re, w_im), size), size)),
                                  hn::Set(tag_, orbit_.offset_error)));
      to_re = hn::Add(hn::MulSub(w_re, d_re, hn::Mul(w_im, d_im)), offset_re);
      to_im = hn::Add(hn::MulAdd(w_re, d_im, hn::Mul(w_im, d_re)), offset_im);
    } else {
      to_re = to_im = to_error = hn::Zero(tag_);
    }
    if (!hn::AllFalse(tag_, leap.any)) {
      Vec of[leap_doubles];
      Columns<Tag>::template read<leap_doubles>(leap.leaps, of);
      const Vec a_re = of[0], a_im = of[1], b_re = of[2], b_im = of[3];
      const Vec per_radius = of[4], growth = of[5], spread = of[6], least = of[7];
      const Vec tolerance = hn::Mul(hn::Set(tag_, Exactness<double>::leap), hn::ConvertTo(tag_, leap.length));
      const Vec share = hn::Add(hn::Mul(tolerance, hn::Add(hn::Mul(size, per_radius), least)), rounding);
      const Vec leap_error = together(hn::Mul(growth, error), hn::Mul(share, hn::Add(hn::Mul(growth, size), spread)));
      const Vec leap_re =
          hn::Add(hn::MulSub(a_re, d_re, hn::Mul(a_im, d_im)), hn::MulSub(b_re, offset_re, hn::Mul(b_im, offset_im)));
      const Vec leap_im =
          hn::Add(hn::MulAdd(a_re, d_im, hn::Mul(a_im, d_re)), hn::MulAdd(b_re, offset_im, hn::Mul(b_im, offset_re)));
      to_re = hn::IfThenElse(leap.any, leap_re, to_re);
      to_im = hn::IfThenElse(leap.any, leap_im, to_im);
      to_error = hn::IfThenElse(leap.any, leap_error, to_error);
    }
    d_re = to_re;
    d_im = to_im;
    error = to_error;
    m = hn::Add(m, leap.length);
    k = hn::Add(k, leap.length);
    const Mask inside = hn::RebindMask(tag_, hn::Gt(k, hn::Set(ints_, limit_ - 1)));
    return hn::Or(inside, hn::AndNot(inside, test(hn::Not(inside))));
  }

  /// The lanes that have escaped, of those that are to be tested; the others go on from 0 where that is nearer.
  HWY_INLINE Mask test(Mask tested) {
    const auto* const entries = reinterpret_cast<const double*>(orbit_.entries);
    static_assert(entry_doubles == 4);
    alignas(64) std::int64_t places[most_lanes];
    hn::Store(m, ints_, places);
    const double* rows[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i) rows[i] = entries + entry_doubles * places[i];
    Vec of[entry_doubles];
    Columns<Tag>::template read<entry_doubles>(rows, of);
    const Vec ref_re = of[0], ref_im = of[1], margin = of[2];
    w_re = hn::Add(hn::Add(ref_re, ref_re), d_re);
    w_im = hn::Add(hn::Add(ref_im, ref_im), d_im);
    z_re = hn::Add(ref_re, d_re);
    z_im = hn::Add(ref_im, d_im);
    modulus = modulus_above(z_re, z_im);
    size = extent(d_re, d_im);
    const Vec tests = hn::Add(margin, hn::MulAdd(w_re, d_re, hn::Mul(w_im, d_im)));
    const Vec doubt = hn::Add(hn::Mul(hn::Add(hn::Add(modulus, modulus), error), error),
                              hn::Mul(hn::Set(tag_, Exactness<double>::rounding),
                                      hn::Add(hn::Abs(margin), hn::Mul(extent(w_re, w_im), size))));
    const Mask certain = hn::Or(hn::Not(tested), hn::Lt(doubt, hn::Abs(tests)));
    doubtful = hn::IfThenElse(certain, doubtful, hn::Set(tag_, 1.0));
    const Mask escaped = hn::And(tested, hn::Not(hn::Lt(tests, hn::Zero(tag_))));
    const Vec whole = extent(z_re, z_im);
    const Mask ended = hn::RebindMask(tag_, hn::Eq(m, hn::Set(ints_, orbit_.length)));
    const Mask from_zero = hn::And(hn::And(tested, hn::Not(escaped)), hn::Or(ended, hn::Lt(whole, size)));
    const Vec rounded = hn::Mul(hn::Set(tag_, Exactness<double>::sum), hn::Add(extent(ref_re, ref_im), whole));
    error = hn::IfThenElse(from_zero, hn::Add(error, rounded), error);
    d_re = hn::IfThenElse(from_zero, z_re, d_re);
    d_im = hn::IfThenElse(from_zero, z_im, d_im);
    w_re = hn::IfThenElse(from_zero, z_re, w_re);
    w_im = hn::IfThenElse(from_zero, z_im, w_im);
    size = hn::IfThenElse(from_zero, whole, size);
    m = hn::IfThenZeroElse(hn::RebindMask(ints_, from_zero), m);
    return escaped;
  }

  static constexpr Tag tag_{};
  static constexpr IntTag ints_{};
  const DeepPicture<double>& picture_;
  const OrbitView<double>& orbit_;
  int width_;
  int limit_;
  bool smooth_;
  Cancel cancel_;
  int y_ = 0;
  int next_ = 0;  // pixel of the row
  int busy_ = 0;  // lanes

  Vec d_re, d_im, w_re, w_im, error, modulus, size, doubtful, offset_re, offset_im, z_re, z_im;
  Ints m, k;
  // the same by lane, where lanes are handed pixels
  alignas(64) double d_re_[most_lanes], d_im_[most_lanes], w_re_[most_lanes], w_im_[most_lanes], error_[most_lanes],
      modulus_[most_lanes], size_[most_lanes], doubtful_[most_lanes], offset_re_[most_lanes],
      offset_im_[most_lanes], z_re_[most_lanes], z_im_[most_lanes];
  alignas(64) std::int64_t m_[most_lanes], k_[most_lanes];
  int pixel_[most_lanes];
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
