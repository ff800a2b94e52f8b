// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_MANDELBROT_DEEP_COLUMNS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_MANDELBROT_DEEP_COLUMNS_INL
#undef HETEROSCOPE_MANDELBROT_DEEP_COLUMNS_INL
#else
#define HETEROSCOPE_MANDELBROT_DEEP_COLUMNS_INL
#endif

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::mandelbrot::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Reads rows of doubles (arrays of structures), each at a place of its own, as vectors with one column each. A gather
/// would load every element by itself; here each row is loaded whole, and the rows are transposed within registers.
template <class Tag>
class Columns {
  using Vec = hn::Vec<Tag>;
  static constexpr std::size_t lanes = hn::MaxLanes(Tag());

 public:
  /// The addresses at which rows begin, given those of structs.
  template <class Row>
  HWY_INLINE static void begin(const Row* const* structs, const double** rows) {
    for (std::size_t i = 0; i < lanes; ++i) rows[i] = reinterpret_cast<const double*>(structs[i]);
  }

  /// `rows[i]` is where element i's row begins. Writes `count` columns, a multiple of 4, from column `from` on, to
  /// `out`.
  template <int count>
  HWY_INLINE static void read(const double* const* rows, Vec* out, int from = 0) {
    static_assert(count % 4 == 0);
#if HWY_TARGET == HWY_SCALAR
    for (int c = 0; c < count; ++c) out[c] = hn::LoadU(Tag(), rows[0] + from + c);
#else
    if constexpr (lanes == 2) {
      for (int c = 0; c < count; c += 2) {
        const Vec a = hn::LoadU(Tag(), rows[0] + from + c);
        const Vec b = hn::LoadU(Tag(), rows[1] + from + c);
        out[c] = hn::InterleaveLower(Tag(), a, b);
        out[c + 1] = hn::InterleaveUpper(Tag(), a, b);
      }
    } else if constexpr (lanes == 4) {
      for (int c = 0; c < count; c += 4) {
        four(hn::LoadU(Tag(), rows[0] + from + c), hn::LoadU(Tag(), rows[1] + from + c),
             hn::LoadU(Tag(), rows[2] + from + c), hn::LoadU(Tag(), rows[3] + from + c), out + c);
      }
    } else {
      static_assert(lanes == 8);
      for (int c = 0; c < count; c += 4) {
        four(halves(rows[0] + from + c, rows[4] + from + c), halves(rows[1] + from + c, rows[5] + from + c),
             halves(rows[2] + from + c, rows[6] + from + c), halves(rows[3] + from + c, rows[7] + from + c), out + c);
      }
    }
#endif
  }

 private:
#if HWY_TARGET != HWY_SCALAR
  HWY_INLINE static Vec halves(const double* lower, const double* upper) {
    const hn::Half<Tag> half;
    return hn::Combine(Tag(), hn::LoadU(half, upper), hn::LoadU(half, lower));
  }
  /// Transposes 4 × 4 numbers in each half of vectors of 8 elements, or in vectors of 4.
  HWY_INLINE static void four(Vec a, Vec b, Vec c, Vec d, Vec* out) {
    const Vec even_ab = hn::InterleaveLower(Tag(), a, b);
    const Vec odd_ab = hn::InterleaveUpper(Tag(), a, b);
    const Vec even_cd = hn::InterleaveLower(Tag(), c, d);
    const Vec odd_cd = hn::InterleaveUpper(Tag(), c, d);
    out[0] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(even_cd), even_ab);
    out[1] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(odd_cd), odd_ab);
    out[2] = hn::OddEvenBlocks(even_cd, hn::SwapAdjacentBlocks(even_ab));
    out[3] = hn::OddEvenBlocks(odd_cd, hn::SwapAdjacentBlocks(odd_ab));
  }
#endif
};

}  // namespace heteroscope::mandelbrot::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
