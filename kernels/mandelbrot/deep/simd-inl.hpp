// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_SIMD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "kernels/mandelbrot/deep/leap_search-inl.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/deep/vector_doubles-inl.hpp"
#include "kernels/mandelbrot/deep/vector_wide-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// perturb() for several pixels at once, operation by operation. Each element of the vectors has a pixel of the row and
/// gets the next one when its own is done; each is at its own place in the reference orbit.
template <class R, bool Julia>
class DeepRow {
  using N = VectorNumbers<R>;
  using Tag = typename N::Tag;
  using Vec = typename N::Vec;
  using Mask = typename N::Mask;
  using Real = typename N::Real;
  using Complex = typename N::Complex;
  using IntTag = hn::RebindToSigned<Tag>;
  using Ints = hn::Vec<IntTag>;
  static constexpr std::size_t most_lanes = N::most_lanes;

 public:
  HWY_INLINE DeepRow(const DeepPicture<R, Julia>& picture, int width, int limit, bool smooth, Cancel cancel)
      : picture_(picture),
        orbit_(picture.orbit),
        search_(picture.orbit, limit),
        width_(width),
        limit_(limit),
        smooth_(smooth),
        cancel_(cancel) {
    if constexpr (Julia) std::fill_n(added_, most_lanes, orbit_.added);
  }

  /// Calls `put(x, value)` for each pixel of row y.
  template <class Put>
  HWY_INLINE void run(int y, const Put& put) {
    y_ = y;
    next_ = 0;
    busy_ = 0;
    for (std::size_t i = 0; i < most_lanes; ++i) take(i);
    begin(hn::Eq(hn::Zero(tag_), hn::Zero(tag_)));
    while (busy_ > 0 && !cancel_.is_set()) {
      const Mask done = advance();
      if (HWY_LIKELY(hn::AllFalse(tag_, done))) continue;
      finish(done, put);
      begin(done);
    }
  }

 private:
  /// Gives element i the next pixel of the row. An element that gets none follows the reference orbit and restarts
  /// where that ends, since beyond the limit it would leave the orbit's memory.
  HWY_INLINE void take(std::size_t i) {
    pixel_[i] = -1;
    offset_[i] = {};
    if (next_ >= width_) return;
    pixel_[i] = next_++;
    offset_[i] = picture_.offset(pixel_[i], y_);
    ++busy_;
  }

  /// Starts the pixels of some elements from their first iterate.
  HWY_INLINE void begin(Mask lanes) {
    const Real none = N::extent(N::zero());
    // an element of a Julia set that is under way has left its offset behind
    offset = Julia ? N::if_then_else(lanes, N::load(offset_), offset) : N::load(offset_);
    d = N::if_then_else(lanes, N::zero(), d);
    w = N::if_then_else(lanes, N::zero(), w);
    error = N::if_then_else(lanes, none, error);
    grown = N::if_then_else(lanes, none, grown);
    size = N::if_then_else(lanes, none, size);
    w_extent = N::if_then_else(lanes, none, w_extent);
    doubtful = hn::IfThenZeroElse(lanes, doubtful);
    const auto ints = hn::RebindMask(ints_, lanes);
    m = hn::IfThenElse(ints, hn::Set(ints_, Julia ? orbit_.start : 0), m);
    k = hn::IfThenElse(ints, hn::Set(ints_, Julia ? 0 : 1), k);
  }

  /// Hands out the finished pixels and gives their elements new ones.
  template <class Put>
  HWY_INLINE void finish(Mask done, const Put& put) {
    alignas(64) double is_done[most_lanes], doubts[most_lanes];
    alignas(64) std::int64_t counts[most_lanes];
    Delta<R> iterates[most_lanes];
    hn::Store(hn::IfThenElseZero(done, hn::Set(tag_, 1.0)), tag_, is_done);
    hn::Store(doubtful, tag_, doubts);
    hn::Store(k, ints_, counts);
    N::store(z, iterates);
    for (std::size_t i = 0; i < most_lanes; ++i) {
      if (is_done[i] == 0) continue;
      if (pixel_[i] >= 0) {
        const Perturbed found{
            .count = static_cast<int>(counts[i]), .z = to_doubles(iterates[i]), .undecided = doubts[i] != 0};
        put(pixel_[i], DeepPicture<R, Julia>::found_value(found, picture_.point(offset_[i]), limit_, smooth_));
        --busy_;
      }
      take(i);
    }
  }

  /// Makes one iteration or leap of all elements; returns those whose pixels are then done.
  HWY_INLINE Mask advance() {
    const Real rounding = N::real(Exactness<R>::rounding);
    const auto leap = search_.find(m, k, size);
    // δ becomes by · δ + added, and its error together(grown, more).
    Complex by = w;
    Complex added = offset;
    Real more = rounding;
    if (!hn::AllTrue(tag_, leap.any)) more = rounding * ((w_extent + size) * size) + N::real(orbit_.offset_error);
    if (!hn::AllFalse(tag_, leap.any)) {
      const auto of = N::read(leap.leaps);
      const Real share = N::scaled(Exactness<R>::leap, leap.level) * (size * of.per_radius + of.least) + rounding;
      by = N::if_then_else(leap.any, of.a, by);
      added = N::if_then_else(leap.any, of.b * offset, added);
      grown = N::if_then_else(leap.any, of.growth * error, grown);
      more = N::if_then_else(leap.any, share * (of.growth * size + of.spread), more);
    }
    error = N::kept(N::together(grown, more));
    d = by * d + added;
    const Ints length = hn::Shl(hn::Set(ints_, 1), leap.level);
    m = hn::Add(m, length);
    k = hn::Add(k, length);
    if constexpr (Julia) {
      const Mask began = hn::RebindMask(tag_, hn::Eq(k, hn::Set(ints_, 1)));
      if (!hn::AllFalse(tag_, began)) offset = N::if_then_else(began, N::load(added_), offset);
    }
    const Mask inside = hn::RebindMask(tag_, hn::Gt(k, hn::Set(ints_, limit_ - 1)));
    return hn::Or(inside, hn::AndNot(inside, test(hn::Not(inside))));
  }

  /// Of the elements that are to be tested, returns those that have escaped; the others are rebased to 0 where that is
  /// nearer.
  HWY_INLINE Mask test(Mask tested) {
    alignas(64) std::int64_t places[most_lanes];
    hn::Store(m, ints_, places);
    const OrbitEntry<R>* entries[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i) entries[i] = orbit_.entries + places[i];
    const auto entry = N::read(entries);
    w = N::twice(entry.z) + d;
    z = entry.z + d;
    const Real modulus = N::modulus_above(z);
    size = N::extent(d);
    w_extent = N::extent(w);
    grown = (modulus + modulus + error) * error;
    const Real tests = entry.margin + N::dot(w, d);
    const Real doubt = grown + N::real(Exactness<R>::rounding) * (N::magnitude(entry.margin) + w_extent * size);
    const Mask certain = hn::Or(hn::Not(tested), doubt < N::magnitude(tests));
    doubtful = hn::IfThenElse(certain, doubtful, hn::Set(tag_, 1.0));
    const Mask escaped = hn::And(tested, hn::Not(N::negative(tests)));
    const Real whole = N::extent(z);
    const Mask ended = hn::RebindMask(tag_, hn::Eq(m, hn::Set(ints_, orbit_.length)));
    const Mask from_zero = hn::And(hn::And(tested, hn::Not(escaped)), hn::Or(ended, whole < size));
    if (HWY_LIKELY(hn::AllFalse(tag_, from_zero))) return escaped;
    const Real rounded = N::real(Exactness<R>::sum) * (N::extent(entry.z) + whole);
    error = N::if_then_else(from_zero, N::kept(error + rounded), error);
    d = N::if_then_else(from_zero, z, d);
    w = N::if_then_else(from_zero, z, w);
    size = N::if_then_else(from_zero, whole, size);
    w_extent = N::if_then_else(from_zero, whole, w_extent);
    grown = (modulus + modulus + error) * error;
    m = hn::IfThenZeroElse(hn::RebindMask(ints_, from_zero), m);
    return escaped;
  }

  static constexpr Tag tag_{};
  static constexpr IntTag ints_{};
  const DeepPicture<R, Julia>& picture_;
  const OrbitView<R>& orbit_;
  LeapSearch<R> search_;
  int width_;
  int limit_;
  bool smooth_;
  Cancel cancel_;
  int y_ = 0;
  int next_ = 0;  // pixel of the row
  int busy_ = 0;  // elements that have a pixel

  // as in perturb()
  Complex d, w, offset, z;
  Real error, size;
  Real w_extent;  // extent(w)
  Real grown;     // what an iteration makes of the error, without what it adds
  Vec doubtful;
  Ints m, k;
  // for each element
  int pixel_[most_lanes];
  Delta<R> offset_[most_lanes];
  Delta<R> added_[most_lanes];  // of a Julia set
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
