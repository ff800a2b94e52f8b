// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_HISTOGRAM_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_HISTOGRAM_SIMD_INL
#undef HETEROSCOPE_HISTOGRAM_SIMD_INL
#else
#define HETEROSCOPE_HISTOGRAM_SIMD_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <bit>
#include <type_traits>

#include "kernels/histogram/simd_counts.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::histogram::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using IndexTag = hn::Rebind<std::uint32_t, Tag<T>>;  // with as many elements as Tag<T>
template <class T>
using Indices = hn::Vec<IndexTag<T>>;

/// Whole numbers of small magnitude as integers.
HWY_INLINE Indices<float> to_indices(hn::Vec<Tag<float>> v) {
  return hn::BitCast(IndexTag<float>(), hn::ConvertTo(hn::RebindToSigned<IndexTag<float>>(), v));
}
HWY_INLINE Indices<double> to_indices(hn::Vec<Tag<double>> v) {
  return hn::BitCast(IndexTag<double>(), hn::DemoteTo(hn::RebindToSigned<IndexTag<double>>(), v));
}

HWY_INLINE Indices<std::int32_t> to_indices(hn::Vec<Tag<std::int32_t>> v) {
  return hn::BitCast(IndexTag<std::int32_t>(), v);
}

/// ⌊x⌋, of small magnitude, as integers.
template <class T>
HWY_INLINE Indices<T> whole_parts(hn::Vec<Tag<T>> x) {
  if constexpr (std::is_integral_v<T>) {
    return to_indices(x);
  } else {
    return to_indices(hn::Floor(x));
  }
}

template <class T>
HWY_INLINE hn::Mask<Tag<T>> quick_modulo_mask(hn::Vec<Tag<T>> x) {
  const auto limit = hn::Set(Tag<T>(), static_cast<T>(quick_modulo_limit));
  if constexpr (std::is_integral_v<T>) {
    return hn::And(hn::Lt(x, limit), hn::Gt(x, hn::Neg(limit)));  // the least integer has no magnitude
  } else {
    return hn::Lt(hn::Abs(x), limit);
  }
}

/// RangeBins::quick() without its last conversion.
template <class D, class Bins>
HWY_INLINE hn::Vec<D> range_places(D d, hn::Vec<D> x, const Bins& bins) {
  auto place = hn::Mul(hn::Sub(x, hn::Set(d, bins.low)), hn::Set(d, bins.scale));
  place = hn::IfThenElseZero(hn::Gt(place, hn::Zero(d)), place);
  return hn::Min(place, hn::Set(d, bins.last));
}

// The vector forms of the functions in bins.hpp: the same operations in the same order.

template <class T>
struct VectorRangeBins {
  RangeBins<T> bins;
  HWY_INLINE hn::Mask<Tag<T>> is_quick(hn::Vec<Tag<T>>) const { return hn::FirstN(Tag<T>(), hn::Lanes(Tag<T>())); }
  HWY_INLINE Indices<T> quick(hn::Vec<Tag<T>> x) const {
    if constexpr (std::is_integral_v<T>) {
      const hn::Half<Tag<T>> half;
      const hn::Rebind<Real<T>, hn::Half<Tag<T>>> wide;
      const auto places = [&](auto part) HWY_ATTR {
        return hn::DemoteTo(half, range_places(wide, hn::PromoteTo(wide, part), bins));
      };
      return to_indices(hn::Combine(Tag<T>(), places(hn::UpperHalf(half, x)), places(hn::LowerHalf(half, x))));
    } else {
      return to_indices(range_places(Tag<T>(), x, bins));
    }
  }
};

template <class T>
struct VectorMaskBins {
  MaskBins<T> bins;
  HWY_INLINE hn::Mask<Tag<T>> is_quick(hn::Vec<Tag<T>> x) const { return quick_modulo_mask<T>(x); }
  HWY_INLINE Indices<T> quick(hn::Vec<Tag<T>> x) const {
    return hn::And(whole_parts<T>(x), hn::Set(IndexTag<T>(), static_cast<std::uint32_t>(bins.mask)));
  }
};

template <class T>
struct VectorModuloBins {
  ModuloBins<T> bins;
  HWY_INLINE hn::Mask<Tag<T>> is_quick(hn::Vec<Tag<T>> x) const { return quick_modulo_mask<T>(x); }
  HWY_INLINE Indices<T> quick(hn::Vec<Tag<T>> x) const {
    const IndexTag<T> d;
    const hn::RepartitionToWide<IndexTag<T>> wide;
    const Reciprocal& r = bins.reciprocal;
    const auto u = hn::Add(whole_parts<T>(x), hn::Set(d, bins.offset));
    const auto factor = hn::Set(d, r.factor);
    // 32-bit multiplications give the 64-bit products of every other element.
    const auto even = hn::ShiftRight<32>(hn::MulEven(u, factor));
    const auto odd = hn::MulEven(hn::BitCast(d, hn::ShiftRight<32>(hn::BitCast(wide, u))), factor);
    const auto upper = hn::And(odd, hn::Set(wide, 0xffffffff00000000U));
    const auto quotient = hn::ShiftRightSame(hn::BitCast(d, hn::Or(even, upper)), static_cast<int>(r.shift));
    return hn::Sub(u, hn::Mul(quotient, hn::Set(d, r.divisor)));
  }
};

template <class T>
HWY_INLINE VectorRangeBins<T> vector_form(const RangeBins<T>& bins) {
  return {bins};
}
template <class T>
HWY_INLINE VectorMaskBins<T> vector_form(const MaskBins<T>& bins) {
  return {bins};
}
template <class T>
HWY_INLINE VectorModuloBins<T> vector_form(const ModuloBins<T>& bins) {
  return {bins};
}

/// Counts values one by one.
template <class T, class Bins>
HWY_INLINE void count_plainly(const T* values, std::size_t n, const Bins& bins, SimdCounts& counts) {
  for (std::size_t i = 0; i < n; ++i) ++counts.part[static_cast<std::size_t>(bins(values[i]))][i % SimdCounts::parts];
}

/// Writes the bins of `n` values, a multiple of a vector's elements; returns false if some value is not quick.
template <class T, class VectorBins>
HWY_INLINE bool find_bins(const T* values, std::size_t n, const VectorBins& bins, std::uint32_t* index) {
  const Tag<T> d;
  auto quick = bins.is_quick(hn::LoadU(d, values));
  for (std::size_t i = 0; i < n; i += hn::Lanes(d)) {
    const auto v = hn::LoadU(d, values + i);
    quick = hn::And(quick, bins.is_quick(v));
    hn::Store(bins.quick(v), IndexTag<T>(), index + i);
  }
  return hn::AllTrue(d, quick);
}

/// Counts with any number of bins: the bins of a block of values are found by vectors, then incremented one by one
/// while the next block's bins are computed. A core makes about one increment in memory a cycle, in whatever order,
/// which is the limit.
template <class T, class Bins>
HWY_INLINE void count_in_memory(const T* row, std::size_t width, const Bins& bins, SimdCounts& counts) {
  constexpr std::size_t block = 128;   // values
  constexpr std::size_t unrolled = 8;  // a multiple of `parts`
  const auto vector_bins = vector_form(bins);
  const std::size_t grain = std::max(hn::Lanes(Tag<T>()), unrolled);
  const auto length = [&](std::size_t x) HWY_ATTR { return std::min(block, (width - x) / grain * grain); };
  HWY_ALIGN std::uint32_t index[2][block];
  std::size_t x = 0;
  std::size_t n = length(x);
  bool quick = n > 0 && find_bins(row, n, vector_bins, index[0]);
  for (int now = 0; n > 0; now ^= 1) {
    const std::size_t next_n = length(x + n);
    const bool next_quick = next_n > 0 && find_bins(row + x + n, next_n, vector_bins, index[now ^ 1]);
    if (quick) {
      for (std::size_t i = 0; i < n; i += unrolled) {
        for (std::size_t k = 0; k < unrolled; ++k) ++counts.part[index[now][i + k]][k % SimdCounts::parts];
      }
    } else {
      count_plainly(row + x, n, bins, counts);
    }
    x += n;
    n = next_n;
    quick = next_quick;
  }
  count_plainly(row + x, width - x, bins, counts);
}

/// Counts with at most eight bins: counters of 4 bits, eight to a 32-bit element, widened to 8 bits before they could
/// overflow. Counting writes nothing to memory, so that only reading the values is the limit.
template <class T, class Bins>
HWY_INLINE void count_in_registers(const T* row, std::size_t width, const Bins& bins, SimdCounts& counts) {
  constexpr std::size_t vectors = 14;  // of values to a 4-bit counter, at most 15
  constexpr std::size_t spreads = 18;  // of those to an 8-bit counter: 14 · 18 ≤ 255
  const Tag<T> d;
  const IndexTag<T> index_tag;
  const auto vector_bins = vector_form(bins);
  const std::size_t lanes = hn::Lanes(d);
  const auto one = hn::Set(index_tag, 1U);
  const auto nibbles = hn::Set(index_tag, 0x0f0f0f0fU);
  std::size_t x = 0;
  while (x + lanes <= width) {
    auto even = hn::Zero(index_tag);
    auto odd = hn::Zero(index_tag);
    for (std::size_t spread = 0; spread < spreads && x + lanes <= width; ++spread) {
      const std::size_t n = std::min(vectors, (width - x) / lanes) * lanes;
      auto packed = hn::Zero(index_tag);
      auto quick = vector_bins.is_quick(hn::LoadU(d, row + x));
      for (std::size_t i = 0; i < n; i += lanes) {
        const auto v = hn::LoadU(d, row + x + i);
        quick = hn::And(quick, vector_bins.is_quick(v));
        packed = hn::Add(packed, hn::Shl(one, hn::ShiftLeft<2>(vector_bins.quick(v))));
      }
      if (hn::AllTrue(d, quick)) {
        even = hn::Add(even, hn::And(packed, nibbles));
        odd = hn::Add(odd, hn::And(hn::ShiftRight<4>(packed), nibbles));
      } else {
        count_plainly(row + x, n, bins, counts);
      }
      x += n;
    }
    HWY_ALIGN std::uint32_t lane[2][HWY_MAX_BYTES / sizeof(std::uint32_t)];
    hn::Store(even, index_tag, lane[0]);
    hn::Store(odd, index_tag, lane[1]);
    for (std::size_t bin = 0; bin < 8; ++bin) {
      for (std::size_t i = 0; i < lanes; ++i) counts.part[bin][0] += lane[bin % 2][i] >> (bin / 2 * 8) & 0xffU;
    }
  }
  count_plainly(row + x, width - x, bins, counts);
}

template <class T>
HWY_INLINE void count_row(const Parameters& p, const T* row, int width, SimdCounts& counts) {
  counts.make_room(width);
  with_bins<T>(p, [&](const auto& bins) HWY_ATTR {
    if (p.bins <= 8) {
      count_in_registers(row, static_cast<std::size_t>(width), bins, counts);
    } else {
      count_in_memory(row, static_cast<std::size_t>(width), bins, counts);
    }
  });
}

}  // namespace heteroscope::histogram::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
