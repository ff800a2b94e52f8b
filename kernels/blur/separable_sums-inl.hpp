// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_BLUR_SEPARABLE_SUMS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_BLUR_SEPARABLE_SUMS_INL
#undef HETEROSCOPE_BLUR_SEPARABLE_SUMS_INL
#else
#define HETEROSCOPE_BLUR_SEPARABLE_SUMS_INL
#endif

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::blur::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Lines of which line k consists of the same values from the k-th on.
template <class T>
struct ShiftedLines {
  const T* values;
  HWY_INLINE const T* operator[](std::size_t k) const { return values + k; }
};

/// Weighted sums of lines for `rows` rows that begin a line apart, `vectors` vectors abreast: each value is loaded once
/// for all rows, and independent sums hide the latency.
template <class T, std::size_t rows, std::size_t vectors>
class Sums {
  using Tag = hn::ScalableTag<T>;

 public:
  /// Computes the sums from column x on: row i is the sum of lines i, i + 1, … with weights 0, 1, … up to `taps`, in
  /// this order.
  template <class Lines>
  HWY_INLINE Sums(const Lines& lines, std::size_t x, std::size_t taps, const T* weights) {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < vectors; ++j) of_[i][j] = hn::Zero(Tag());
    }
    const std::size_t last = taps + rows - 1;
    for (std::size_t k = 0; k < rows - 1; ++k) add_line<false>(lines[k] + x, k, taps, weights);
    for (std::size_t k = rows - 1; k < taps; ++k) add_line<true>(lines[k] + x, k, taps, weights);
    for (std::size_t k = std::max(rows - 1, taps); k < last; ++k) add_line<false>(lines[k] + x, k, taps, weights);
  }

  /// Writes row i to out(i) + x.
  template <class Out>
  HWY_INLINE void store(const Out& out, std::size_t x) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < vectors; ++j) hn::StoreU(of_[i][j], Tag(), out(i) + x + j * hn::Lanes(Tag()));
    }
  }

  /// Writes them with streaming stores, past the cache; vectors must be aligned.
  template <class Out>
  HWY_INLINE void stream(const Out& out, std::size_t x) const {
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < vectors; ++j) hn::Stream(of_[i][j], Tag(), out(i) + x + j * hn::Lanes(Tag()));
    }
  }

 private:
  /// Adds line k to all rows. `whole` says that every row has a weight for it.
  template <bool whole>
  HWY_INLINE void add_line(const T* line, std::size_t k, std::size_t taps, const T* weights) {
    const Tag tag;
    hn::Vec<Tag> values[vectors];
    for (std::size_t j = 0; j < vectors; ++j) values[j] = hn::LoadU(tag, line + j * hn::Lanes(tag));
    for (std::size_t i = 0; i < rows; ++i) {
      if (!whole && (k < i || k >= i + taps)) continue;
      const auto weight = hn::Set(tag, weights[k - i]);
      for (std::size_t j = 0; j < vectors; ++j) of_[i][j] = hn::MulAdd(weight, values[j], of_[i][j]);
    }
  }

  hn::Vec<Tag> of_[rows][vectors];
};

}  // namespace heteroscope::blur::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
