// This file is compiled once for each instruction set; Highway's include guard toggles with the target.
#if defined(HETEROSCOPE_BLUR_SEPARABLE_BAND_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef HETEROSCOPE_BLUR_SEPARABLE_BAND_INL
#undef HETEROSCOPE_BLUR_SEPARABLE_BAND_INL
#else
#define HETEROSCOPE_BLUR_SEPARABLE_BAND_INL
#endif

#include <hwy/aligned_allocator.h>

#include <array>
#include <cstdint>
#include <new>

#include "core/run/cpu_rows.hpp"
#include "kernels/blur/separable_band.hpp"
#include "kernels/blur/separable_sums-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::blur::HWY_NAMESPACE {

// The number of sums that are computed abreast: as many as the registers hold, of which there are 32 or 16.
inline constexpr std::size_t abreast = 4;
#if HWY_TARGET <= HWY_AVX3
inline constexpr std::size_t grouped = 4;
#else
inline constexpr std::size_t grouped = 2;
#endif
// Measured on a core with 1 MiB of second-level cache: among 128 to 1000 KiB this is the fastest from radius 3 on, and
// below as fast as any. Narrower strips would stay in the first-level cache, but memory is then read in runs too short
// for the hardware prefetcher.
inline constexpr std::size_t ring_bytes = std::size_t{600} << 10;

/// Computes a band of rows, strip of columns by strip. Rows are blurred across into a ring of lines, which stays in the
/// cache, and groups of result rows are blurred down from the ring's lines.
template <class T>
class BandRun {
  using Tag = hn::ScalableTag<T>;
  using Ring = std::array<T*, max_taps + grouped - 1>;  // from the topmost line on

 public:
  HWY_INLINE explicit BandRun(const BandTask<T>& task)
      : task_(task),
        input_(task.job.input),
        output_(task.job.output),
        taps_(2 * static_cast<std::size_t>(task.radius) + 1),
        lines_(taps_ + grouped - 1) {
    const std::size_t block = 2 * abreast * lanes_;
    const std::size_t wanted = hwy::RoundUpTo(static_cast<std::size_t>(output_.size.width), block);
    strip_ = std::min(wanted, std::max(ring_bytes / sizeof(T) / lines_ / block, std::size_t{1}) * block);
    // An odd number of cache lines: lines a multiple of 4 KiB apart would compete for the same few sets of the
    // first-level cache.
    pitch_ = strip_ + 5 * 64 / sizeof(T);
    room_ = room(pitch_ * (lines_ + 1) + 2 * max_radius);
    padded_ = room_ + pitch_ * lines_;
  }

  HWY_INLINE void run() {
    const int width = output_.size.width;
    for (int x = 0; x < width && !task_.job.cancelled(); x += static_cast<int>(strip_)) {
      run_strip(x, std::min(static_cast<std::size_t>(width - x), strip_));
    }
    hwy::FlushStream();
  }

 private:
  /// A buffer that belongs to the thread and is kept from frame to frame.
  static T* room(std::size_t elements) {
    thread_local hwy::AlignedFreeUniquePtr<T[]> kept;
    thread_local std::size_t size = 0;
    if (size < elements) {
      size = 0;
      kept = hwy::AllocateAligned<T>(elements);
      if (kept == nullptr) throw std::bad_alloc();
      size = elements;
    }
    return kept.get();
  }

  HWY_INLINE void run_strip(int x0, std::size_t width) {
    constexpr int group = static_cast<int>(grouped);
    Ring ring{};
    for (std::size_t i = 0; i < lines_; ++i) ring[i] = room_ + i * pitch_;
    int next = task_.rows.begin - task_.radius;  // the row of the input that comes into the ring next
    for (; next < task_.rows.begin + task_.radius && !task_.job.cancelled(); ++next) push(ring, next, x0, width);
    for (int y = task_.rows.begin, rows = 0; y < task_.rows.end && !task_.job.cancelled(); y += rows) {
      const ThreadSpan span(task_.job);
      rows = y + group <= task_.rows.end ? group : 1;
      for (int i = 0; i < rows; ++i) push(ring, next++, x0, width);
      const auto* lines = ring.data() + (group - rows);
      rows == group ? down<grouped>(lines, y, x0, width) : down<1>(lines, y, x0, width);
      span.finish_columns({y, y + rows}, output_.size.width, {x0, x0 + static_cast<int>(width)}, task_.thread);
    }
  }

  /// Blurs row y across into the ring's last line, and drops the topmost one.
  HWY_INLINE void push(Ring& ring, int y, int x0, std::size_t width) const {
    std::rotate(ring.begin(), ring.begin() + 1, ring.begin() + lines_);
    across(y, x0, width, ring[lines_ - 1]);
  }

  /// Blurs columns x0 … x0 + width of row y, which may lie outside of the image, into a line.
  HWY_INLINE void across(int y, int x0, std::size_t width, T* line) const {
    const int source = border_index(y, input_.size.height, task_.border);
    if (source < 0) {
      std::fill_n(line, strip_, T(0));
      return;
    }
    const T* row = input_.row<const T>(source);
    const int first = x0 - task_.radius;
    const std::size_t whole = hwy::RoundUpTo(width, lanes_);
    const bool inside = first >= 0 && first + static_cast<std::int64_t>(whole + taps_ - 1) <= input_.size.width;
    const ShiftedLines<T> lines{inside ? row + first : padded(row, first, width + taps_ - 1)};
    const auto out = [line](std::size_t) { return line; };
    std::size_t x = 0;
    for (; x + 2 * abreast * lanes_ <= whole; x += 2 * abreast * lanes_) {
      Sums<T, 1, 2 * abreast>(lines, x, taps_, task_.mask.weight).store(out, x);
    }
    for (; x < whole; x += lanes_) Sums<T, 1, 1>(lines, x, taps_, task_.mask.weight).store(out, x);
  }

  /// The row's columns from `first` on, including the values for those outside of the image.
  HWY_INLINE const T* padded(const T* row, int first, std::size_t count) const {
    const int width = input_.size.width;
    const BorderedRow<T> bordered{row, first, width, task_.border};
    const auto begin = static_cast<std::size_t>(std::max(-first, 0));
    const auto end = std::min(count, static_cast<std::size_t>(width - first));
    for (std::size_t i = 0; i < begin; ++i) padded_[i] = bordered[static_cast<int>(i)];
    std::copy(row + (first + static_cast<int>(begin)), row + (first + static_cast<int>(end)), padded_ + begin);
    for (std::size_t i = end; i < count; ++i) padded_[i] = bordered[static_cast<int>(i)];
    return padded_;
  }

  /// Blurs lines down into `width` values, from column x0 on, of `rows` result rows of which y is the first.
  template <std::size_t rows>
  HWY_INLINE void down(T* const* lines, int y, int x0, std::size_t width) const {
    const auto out = [&](std::size_t i) { return output_.row<T>(y + static_cast<int>(i)) + x0; };
    if (width < lanes_) {
      HWY_ALIGN T lane[HWY_MAX_BYTES / sizeof(T)];
      for (std::size_t i = 0; i < rows; ++i) {
        Sums<T, 1, 1>(lines + i, 0, taps_, task_.mask.weight).store([&](std::size_t) { return lane; }, 0);
        std::copy_n(lane, width, out(i));
      }
      return;
    }
    const auto one = [&](std::size_t x) { Sums<T, rows, 1>(lines, x, taps_, task_.mask.weight).store(out, x); };
    // Streaming stores pay where all rows are aligned alike; ordinary ones would first read each cache line that is
    // overwritten.
    const bool streamed = rows == 1 || static_cast<std::size_t>(output_.size.width) % lanes_ == 0;
    const std::size_t misaligned = reinterpret_cast<std::uintptr_t>(out(0)) / sizeof(T) % lanes_;
    std::size_t x = 0;
    if (misaligned > 0) {
      one(0);
      x = lanes_ - misaligned;
    }
    for (; x + abreast * lanes_ <= width; x += abreast * lanes_) {
      const Sums<T, rows, abreast> sums(lines, x, taps_, task_.mask.weight);
      streamed ? sums.stream(out, x) : sums.store(out, x);
    }
    for (; x + lanes_ <= width; x += lanes_) one(x);
    if (x < width) one(width - lanes_);
  }

  const BandTask<T>& task_;
  const FieldView input_;
  const FieldView output_;
  const std::size_t lanes_ = hn::Lanes(Tag());
  const std::size_t taps_;
  const std::size_t lines_;  // of the ring
  std::size_t strip_ = 0;    // columns of a strip
  std::size_t pitch_ = 0;    // from line to line of the ring
  T* room_ = nullptr;        // the ring's lines
  T* padded_ = nullptr;      // a row with its border
};

}  // namespace heteroscope::blur::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
