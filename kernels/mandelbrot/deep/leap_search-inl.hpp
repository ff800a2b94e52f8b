// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_LEAP_SEARCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_LEAP_SEARCH_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_LEAP_SEARCH_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_LEAP_SEARCH_INL
#endif

#include <hwy/highway.h>

#include <cstdint>

#include "kernels/mandelbrot/deep/vector_doubles-inl.hpp"
#include "kernels/mandelbrot/deep/vector_wide-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// level_from() for all elements of a vector: each is compared at once with the radii of the shorter leaps from its
/// place.
template <class R>
class LeapSearch {
  using N = VectorNumbers<R>;
  using Tag = typename N::Tag;
  using Vec = typename N::Vec;
  using Real = typename N::Real;
  using IntTag = hn::RebindToSigned<Tag>;
  using Ints = hn::Vec<IntTag>;
  static constexpr std::size_t most_lanes = N::most_lanes;
  static constexpr Tag tag_{};
  static constexpr IntTag ints_{};

 public:
  /// The leap of each element. An element that makes none has level 0, and the data of any leap if there are some.
  struct Found {
    typename N::Mask any;
    Ints level;
    const Leap<R>* leaps[most_lanes];
  };

  HWY_INLINE LeapSearch(const OrbitView<R>& orbit, int limit) : orbit_(orbit), limit_(limit) {}

  /// Finds the leaps from places m at counts k, for δ of those sizes.
  HWY_INLINE Found find(Ints m, Ints k, Real size) const {
    const Ints one = hn::Set(ints_, 1);
    Found out{hn::Lt(hn::Zero(tag_), hn::Zero(tag_)), hn::Zero(ints_), {}};
    if (orbit_.ladders == nullptr) return out;
    const Ints place = hn::Sub(m, one);
    const Ints rest = hn::And(place, hn::Set(ints_, (1 << first_level) - 1));
    const auto open = hn::And(hn::Gt(m, hn::Zero(ints_)), hn::Eq(rest, hn::Zero(ints_)));
    const Ints ladder = hn::IfThenElseZero(open, hn::Add(hn::ShiftRight<first_level>(place), one));
    Ints level = longest(ladder, place, size);
    level = within(level, hn::Sub(hn::Set(ints_, limit_), k));
    const auto any = hn::Gt(level, hn::Zero(ints_));
    out.any = hn::RebindMask(tag_, any);
    out.level = level;
    alignas(64) std::int64_t levels[most_lanes], places[most_lanes];
    hn::Store(level, ints_, levels);
    hn::Store(hn::IfThenElseZero(any, place), ints_, places);
    for (std::size_t i = 0; i < most_lanes; ++i)
      out.leaps[i] = orbit_.leaps + orbit_.first[levels[i]] + (places[i] >> levels[i]);
    return out;
  }

 private:
  /// The longest leap that fits, by the ladder.
  HWY_INLINE Ints longest(Ints ladder, Ints place, Real size) const {
    alignas(64) std::int64_t ladders[most_lanes];
    hn::Store(ladder, ints_, ladders);
    const Ladder<R>* rows[most_lanes];
    for (std::size_t i = 0; i < most_lanes; ++i) rows[i] = orbit_.ladders + ladders[i];
    const typename N::LadderSizes sizes = N::sizes_on(rows, size);
    alignas(64) double each[most_lanes];
    hn::Store(sizes.v, tag_, each);
    std::uint64_t counts = 0;  // one byte for each element
    static_assert(most_lanes <= 8);
#pragma GCC unroll 8
    for (std::size_t i = 0; i < most_lanes; ++i) counts |= N::count_fitting(each[i], *rows[i]) << (8 * i);
    const Ints bytes = hn::Shr(hn::Set(ints_, static_cast<std::int64_t>(counts)), hn::ShiftLeft<3>(hn::Iota(ints_, 0)));
    const Ints count = hn::And(bytes, hn::Set(ints_, 0xff));
    const Ints level =
        hn::IfThenElseZero(hn::Gt(count, hn::Zero(ints_)), hn::Add(count, hn::Set(ints_, first_level - 1)));
    const auto top = hn::Eq(count, sizes.known);
    if (HWY_LIKELY(hn::AllFalse(ints_, top))) return level;
    return longer(level, top, place, size);
  }

  /// The same search beyond the end of a ladder, among leaps that are longer than it knows.
  HWY_NOINLINE Ints longer(Ints level, hn::Mask<IntTag> top, Ints place, Real size) const {
    alignas(64) std::int64_t levels[most_lanes], places[most_lanes], tops[most_lanes];
    Estimate<R> sizes[most_lanes];
    hn::Store(level, ints_, levels);
    hn::Store(place, ints_, places);
    hn::Store(hn::IfThenElseZero(top, hn::Set(ints_, 1)), ints_, tops);
    N::store(size, sizes);
    for (std::size_t i = 0; i < most_lanes; ++i) {
      if (tops[i] != 0)
        levels[i] = level_from(orbit_, static_cast<int>(places[i]) + 1, limit_, sizes[i], static_cast<int>(levels[i]));
    }
    return hn::Load(ints_, levels);
  }

  /// Shortens leaps to the iterations that are left to the limit.
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

  const OrbitView<R>& orbit_;
  int limit_;
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
