#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/transpose/simd.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "kernels/transpose/rows.hpp"
#include "kernels/transpose/simd-inl.hpp"
#include "kernels/transpose/simd_way.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::transpose::HWY_NAMESPACE {
namespace {

/// The number of strips in a tile: some cache lines side by side in each row of the input.
inline constexpr int strips_a_tile = 4;

/// Transposes a line × line square.
template <class T, bool Streaming>
HWY_INLINE void transpose_block(const T* from, std::ptrdiff_t step, T* to, std::ptrdiff_t to_step) {
  constexpr int edge = Square<T>::edge;
  for (int y = 0; y < line<T>; y += edge) {
    for (int x = 0; x < line<T>; x += edge) {
      Square<T>::template transpose<Streaming>(from + x * step + y, step, to + y * to_step + x, to_step);
    }
  }
}

/// Prefetches one of as many parts of a tile as it has blocks. A part is whole runs of a few input rows, since reads
/// that are neighbors in memory and in time are cheapest.
template <class T>
HWY_INLINE void fetch_part(const T* tile, std::ptrdiff_t step, int part) {
  constexpr int rows = line<T> / strips_a_tile;
  for (int i = part * rows; i < (part + 1) * rows; ++i) {
    for (int j = 0; j < strips_a_tile; ++j) __builtin_prefetch(tile + i * step + j * line<T>, 0, 2);
  }
}

/// Strips that are written from registers to the output.
template <class T, bool Streaming>
class Direct {
 public:
  static constexpr bool streaming = Streaming;
  static constexpr int columns = 8 * line<T>;
  Direct(std::ptrdiff_t out_step, Staging<T>*) : step(out_step) {}
  /// The address to which a strip is to be written, with rows `step` apart; `out` is its place in the output.
  HWY_INLINE T* begin(T* out, int, int) { return out; }
  HWY_INLINE void block_done(int) {}
  HWY_INLINE void end() {}

  const std::ptrdiff_t step;
};

/// Strips that are written by way of a buffer, for output rows that do not begin at cache lines: the whole cache lines
/// of each row are written with streaming stores, and its ends, which are parts of lines, with ordinary ones. This
/// happens while the next strip is transposed, so that reads and writes overlap.
template <class T>
class Staged {
 public:
  static constexpr bool streaming = false;
  static constexpr int columns = Staging<T>::columns;
  Staged(std::ptrdiff_t out_step, Staging<T>* buffer) : buffer_(buffer->strip), out_step_(out_step) {}
  HWY_INLINE T* begin(T* out, int width, int rows) {
    filling_ = {out, width, rows, 0};
    return buffer_[which_];
  }
  HWY_INLINE void block_done(int x) {
    constexpr int columns_a_row = columns / line<T>;
    write(x / columns_a_row + 1);
  }
  /// To be called at the very end, for the last strip.
  HWY_INLINE void end() {
    write(waiting_.rows);
    waiting_ = filling_;
    filling_ = {};
    which_ = 1 - which_;
  }

  static constexpr std::ptrdiff_t step = Staging<T>::step;

 private:
  struct Strip {
    T* out = nullptr;
    int width = 0;
    int rows = 0;
    int next = 0;  ///< the next row to be written
  };

  HWY_INLINE void write(int end) {
    for (; waiting_.next < std::min(end, waiting_.rows); ++waiting_.next) {
      write_row(waiting_.out + waiting_.next * out_step_, buffer_[1 - which_] + waiting_.next * step, waiting_.width);
    }
  }

  HWY_INLINE static void write_row(T* to, const T* from, int count) {
    const hn::ScalableTag<T> d;
    const auto beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(to) % line_bytes);
    const int head = std::min((line_bytes - beyond) % line_bytes / static_cast<int>(sizeof(T)), count);
    int x = 0;
    for (; x < head; ++x) to[x] = from[x];
    for (; x + line<T> <= count; x += line<T>) {
      for (int i = 0; i < line<T>; i += Square<T>::edge) hn::Stream(hn::LoadU(d, from + x + i), d, to + x + i);
    }
    for (; x < count; ++x) to[x] = from[x];
  }

  T (*const buffer_)[line<T> * step];
  const std::ptrdiff_t out_step_;
  int which_ = 0;  ///< the buffer that is being filled
  Strip filling_, waiting_;
};

/// Transposes into some rows of the output, tile after tile along the rows of the input, so that the memory pages in
/// use stay the same.
template <class T, class Strips>
HWY_INLINE void transpose_run(const MapJob& job, Rows rows) {
  constexpr int tile_rows = strips_a_tile * line<T>;
  const int width = job.output.size.width;
  const std::ptrdiff_t step = job.input.size.width;
  Strips strips(width, room_of_thread<Staging<T>>(job));
  for (int x0 = 0; x0 < width; x0 += Strips::columns) {
    const int columns = std::min(Strips::columns, width - x0);
    for (int y0 = rows.begin; y0 < rows.end && !job.cancelled(); y0 += tile_rows) {
      const int end = std::min(y0 + tile_rows, rows.end);
      const bool fetch = columns == Strips::columns && end + tile_rows <= rows.end;
      int block = 0;
      for (int y = y0; y < end; y += line<T>) {
        const int height = std::min(line<T>, end - y);
        T* const to = strips.begin(job.output.row<T>(y) + x0, columns, height);
        int x = 0;
        for (; x + line<T> <= columns && height == line<T>; x += line<T>) {
          if (fetch) fetch_part(job.input.row<T>(x0) + y0 + tile_rows, step, block++);
          transpose_block<T, Strips::streaming>(job.input.row<T>(x0 + x) + y, step, to + x, strips.step);
          strips.block_done(x);
        }
        for (; x < columns; ++x) {
          for (int i = 0; i < height; ++i) to[i * strips.step + x] = job.input.row<T>(x0 + x)[y + i];
        }
        strips.end();
      }
    }
  }
  strips.end();
}

template <class T>
HWY_INLINE void transpose_rows(const MapJob& job, Rows rows, Way way) {
  switch (way) {
    case Way::cached:
      transpose_run<T, Direct<T, false>>(job, rows);
      break;
    case Way::streamed:
      transpose_run<T, Direct<T, true>>(job, rows);
      break;
    case Way::staged:
      transpose_run<T, Staged<T>>(job, rows);
  }
  hwy::FlushStream();
}

}  // namespace

void simd_rows_fp32(const MapJob& job, Rows rows, Way way) {
  transpose_rows<float>(job, rows, way);
}
void simd_rows_fp64(const MapJob& job, Rows rows, Way way) {
  transpose_rows<double>(job, rows, way);
}

}  // namespace heteroscope::transpose::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::transpose {
namespace {

HWY_EXPORT(simd_rows_fp32);
HWY_EXPORT(simd_rows_fp64);

/// Results of at least this size would leave the caches before anybody reads them, so they are written with streaming
/// stores; ordinary stores would first read each cache line, a third of a large transposition's traffic.
constexpr std::size_t streaming_bytes = std::size_t{4} << 20;

bool is_large(const MapJob& job) {
  return static_cast<std::size_t>(job.output.size.area()) * bytes_of(job.output.precision) >= streaming_bytes;
}

/// The scratch memory, which suffices for each way in which a large result may be written.
std::size_t scratch_bytes(const MapJob& job) {
  return is_large(job) ? bytes_of_rooms<Staging>(job) : 0;
}

Way way_of(const MapJob& job) {
  if (!is_large(job)) return Way::cached;
  const std::size_t row = static_cast<std::size_t>(job.output.size.width) * bytes_of(job.output.precision);
  const bool aligned = reinterpret_cast<std::uintptr_t>(job.output.data) % line_bytes == 0 && row % line_bytes == 0;
  return aligned ? Way::streamed : Way::staged;
}

void run(const MapJob& job) {
  const Way way = way_of(job);
  const auto rows = job.output.precision == Precision::fp32 ? HETEROSCOPE_TARGET_OF(simd_rows_fp32, job)
                                                            : HETEROSCOPE_TARGET_OF(simd_rows_fp64, job);
  // The length that a thread reads of each input row before it goes on to the row's next tiles: whole memory pages. It
  // is less where output rows share cache lines, which should still be cached when their other part is written.
  const int longest_run = way == Way::staged ? 2048 : 4096;
  parallel_runs(job, longest_run, [&](Rows run_of_rows) { rows(job, run_of_rows, way); });
}

}  // namespace

/// Measured on two cores of an AMD EPYC with AVX-512 (2026-11-21, docs/performance.md) at 6000 × 6000: 3.08 ms in fp32
/// and 7.47 ms in fp64, 1.10 and 0.90 of what an ordinary copy reaches.
extern const Variant simd;
const Variant simd{.processor = Processor::cpu,
                   .summary = "SIMD (Highway): transposes small squares in registers; large results bypass the caches.",
                   .knobs = simd_knobs,
                   .run = run,
                   .scratch_bytes = scratch_bytes,
                   .unavailable = simd_unavailable};

}  // namespace heteroscope::transpose
#endif
