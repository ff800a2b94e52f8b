// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_TRANSPOSE_SIMD_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_TRANSPOSE_SIMD_INL
#undef HETEROSCOPE_TRANSPOSE_SIMD_INL
#else
#define HETEROSCOPE_TRANSPOSE_SIMD_INL
#endif

#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::transpose::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Transposes a square of as many vectors as a vector has elements, in registers.
///
/// It first works within 128-bit blocks, by interleaving: L elements a block make L × L squares. Then block b of vector
/// g·L + i holds column b·L + i of rows g·L … g·L + L − 1, and the blocks of the vectors with the same i are
/// transposed.
template <class T>
class Square {
  using Tag = hn::ScalableTag<T>;
  using Vec = hn::Vec<Tag>;

 public:
  static constexpr int edge = static_cast<int>(hn::MaxLanes(Tag()));

  /// Transposes from rows `step` apart to rows `to_step` apart. `Streaming` uses streaming stores, to addresses that
  /// are aligned to vectors.
  template <bool Streaming>
  HWY_INLINE static void transpose(const T* from, std::ptrdiff_t step, T* to, std::ptrdiff_t to_step) {
    const Tag d;
    Vec v[edge];
    for (int i = 0; i < edge; ++i) v[i] = hn::LoadU(d, from + i * step);
    for (int i = 0; i < edge; i += lanes) interleave(v + i);
    if constexpr (blocks > 1) {
      for (int i = 0; i < lanes; ++i) exchange_blocks(v + i);
    }
    for (int i = 0; i < edge; ++i) {
      if constexpr (Streaming) {
        hn::Stream(v[i], d, to + i * to_step);
      } else {
        hn::StoreU(v[i], d, to + i * to_step);
      }
    }
  }

 private:
  static constexpr int lanes = 16 / static_cast<int>(sizeof(T));
  static constexpr int blocks = edge / lanes;

  /// Transposes the squares within the blocks of `lanes` vectors.
  HWY_INLINE static void interleave(Vec* v) {
    const Tag d;
    if constexpr (lanes == 2) {
      const Vec low = hn::InterleaveLower(d, v[0], v[1]);
      v[1] = hn::InterleaveUpper(d, v[0], v[1]);
      v[0] = low;
    } else {
      const hn::RepartitionToWide<hn::RebindToUnsigned<Tag>> wide;
      const auto ab_low = hn::BitCast(wide, hn::InterleaveLower(d, v[0], v[1]));
      const auto ab_high = hn::BitCast(wide, hn::InterleaveUpper(d, v[0], v[1]));
      const auto cd_low = hn::BitCast(wide, hn::InterleaveLower(d, v[2], v[3]));
      const auto cd_high = hn::BitCast(wide, hn::InterleaveUpper(d, v[2], v[3]));
      v[0] = hn::BitCast(d, hn::InterleaveLower(wide, ab_low, cd_low));
      v[1] = hn::BitCast(d, hn::InterleaveUpper(wide, ab_low, cd_low));
      v[2] = hn::BitCast(d, hn::InterleaveLower(wide, ab_high, cd_high));
      v[3] = hn::BitCast(d, hn::InterleaveUpper(wide, ab_high, cd_high));
    }
  }

  /// Transposes the square of blocks of the vectors v[0], v[lanes], v[2·lanes], …
  HWY_INLINE static void exchange_blocks(Vec* v) {
    const Tag d;
    static_assert(blocks == 2 || blocks == 4);
    if constexpr (blocks == 2) {
      const Vec low = hn::ConcatLowerLower(d, v[lanes], v[0]);
      v[lanes] = hn::ConcatUpperUpper(d, v[lanes], v[0]);
      v[0] = low;
    } else {
      const Vec even_low = hn::ConcatLowerLower(d, v[2 * lanes], v[0]);
      const Vec even_high = hn::ConcatUpperUpper(d, v[2 * lanes], v[0]);
      const Vec odd_low = hn::ConcatLowerLower(d, v[3 * lanes], v[lanes]);
      const Vec odd_high = hn::ConcatUpperUpper(d, v[3 * lanes], v[lanes]);
      v[0] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd_low), even_low);
      v[lanes] = hn::OddEvenBlocks(odd_low, hn::SwapAdjacentBlocks(even_low));
      v[2 * lanes] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd_high), even_high);
      v[3 * lanes] = hn::OddEvenBlocks(odd_high, hn::SwapAdjacentBlocks(even_high));
    }
  }
};

}  // namespace heteroscope::transpose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
