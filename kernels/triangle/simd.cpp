#include "kernels/simd_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/triangle/simd.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // includes this file again for each instruction set
#include <hwy/highway.h>

#include <algorithm>
#include <cstdint>

#include "kernels/triangle/rows.hpp"

HWY_BEFORE_NAMESPACE();
namespace heteroscope::triangle::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

inline constexpr int line_bytes = 64;

template <class T>
using Tag = hn::ScalableTag<T>;
template <class T>
using Vector = hn::Vec<Tag<T>>;

template <class T>
inline constexpr int lanes = static_cast<int>(hn::MaxLanes(Tag<T>()));
/// The number of vectors that fill a cache line.
template <class T>
inline constexpr int line_vectors = std::max(1, line_bytes / static_cast<int>(lanes<T> * sizeof(T)));

/// The number of vectors that are computed together. The multiply-adds of a heavy cell depend on each other: twelve
/// chains keep two units with a latency of 4 to 6 cycles busy, and fit into 16 registers. Other cells are short and go
/// line by line.
template <Cost C, class T>
inline constexpr int group_vectors = C == Cost::heavy ? 12 : line_vectors<T>;

/// A row of the result, and the points that its cells are computed from.
template <Cost C, class T>
class Row {
 public:
  HWY_INLINE Row(const MapJob& job, int y) : out_(job.output.row<T>(y)), count_(y + 1), points_(points_of<T>(job)) {
    if constexpr (C == Cost::constant) return;
    x_ = points_.x[y];
    y_ = points_.y[y];
  }

  template <bool Streaming>
  HWY_INLINE void compute() const {
    constexpr int vectors = group_vectors<C, T>;
    constexpr int group = vectors * lanes<T>;
    int at = 0;
    if constexpr (Streaming) {
      const auto beyond = static_cast<int>(reinterpret_cast<std::uintptr_t>(out_) % line_bytes);
      at = std::min((line_bytes - beyond) % line_bytes / static_cast<int>(sizeof(T)), count_);
      if (at > 0) compute_part<line_vectors<T>>(0, at);
    }
    for (; at + group <= count_; at += group) {
      compute_group<vectors, Streaming>(points_.x + at, points_.y + at, out_ + at);
    }
    if (at < count_) compute_part<vectors>(at, count_ - at);
  }

 private:
  /// Computes N vectors of cells from the points of their columns.
  template <int N, bool Streaming>
  HWY_INLINE void compute_group(const T* x, const T* y, T* out) const {
    const Tag<T> d;
    Vector<T> v[N];
    for (int i = 0; i < N; ++i) v[i] = vector_cell(x + i * lanes<T>, y + i * lanes<T>);
    if constexpr (C == Cost::heavy) {
      const auto one = hn::Set(d, T(1));
      for (int k = 0; k < points_.work; ++k) {
        for (int i = 0; i < N; ++i) v[i] = hn::MulSub(v[i], v[i], one);
      }
    }
    for (int i = 0; i < N; ++i) {
      if constexpr (Streaming) {
        hn::Stream(v[i], d, out + i * lanes<T>);
      } else {
        hn::StoreU(v[i], d, out + i * lanes<T>);
      }
    }
  }

  /// Computes `count` cells from column `at` on, fewer than N vectors of them.
  template <int N>
  HWY_INLINE void compute_part(int at, int count) const {
    alignas(line_bytes) T x[N * lanes<T>] = {};
    alignas(line_bytes) T y[N * lanes<T>] = {};
    alignas(line_bytes) T out[N * lanes<T>];
    if constexpr (C != Cost::constant) {
      std::copy_n(points_.x + at, count, x);
      std::copy_n(points_.y + at, count, y);
    }
    compute_group<N, false>(x, y, out);
    std::copy_n(out, count, out_ + at);
  }

  /// The values of cell(), except for the multiply-adds of heavy cells.
  HWY_INLINE Vector<T> vector_cell(const T* x, const T* y) const {
    const Tag<T> d;
    const auto one = hn::Set(d, T(1));
    if constexpr (C == Cost::constant) return one;
    const auto dx = hn::Sub(hn::Set(d, x_), hn::LoadU(d, x));
    const auto dy = hn::Sub(hn::Set(d, y_), hn::LoadU(d, y));
    const auto squared = hn::MulAdd(dx, dx, hn::Mul(dy, dy));
    if constexpr (C == Cost::collision) return hn::IfThenElseZero(hn::Le(squared, hn::Set(d, points_.reach)), one);
    return hn::Sqrt(squared);
  }

  T* const out_;
  const int count_;
  const Points<T> points_;
  T x_ = 0, y_ = 0;
};

template <class T>
HWY_INLINE void compute_row(const MapJob& job, int y, bool streaming) {
  with_cost(job.parameters_as<Parameters>().cost, [&]<Cost C>() HWY_ATTR {
    const Row<C, T> row(job, y);
    if (streaming) {
      row.template compute<true>();
    } else {
      row.template compute<false>();
    }
  });
}

}  // namespace

void simd_row_fp32(const MapJob& job, int y, bool streaming) {
  compute_row<float>(job, y, streaming);
}
void simd_row_fp64(const MapJob& job, int y, bool streaming) {
  compute_row<double>(job, y, streaming);
}

}  // namespace heteroscope::triangle::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope::triangle {
namespace {

HWY_EXPORT(simd_row_fp32);
HWY_EXPORT(simd_row_fp64);

/// Results of at least this size would leave the caches before anybody reads them, so they are written with streaming
/// stores; ordinary stores would first read each cache line. Smaller results are written twice as fast through a cache
/// that holds them.
constexpr std::int64_t streaming_bytes = std::int64_t{12} << 20;

void run(const MapJob& job) {
  const bool streaming =
      job.output.count() * static_cast<std::int64_t>(bytes_of(job.output.precision)) >= streaming_bytes;
  const auto compute_row = job.output.precision == Precision::fp32 ? HETEROSCOPE_TARGET_OF(simd_row_fp32, job)
                                                                   : HETEROSCOPE_TARGET_OF(simd_row_fp64, job);
  // There is one flush a thread: it waits for memory, for longer than computing many rows takes.
  folded_rows(
      job, [&](int y) { compute_row(job, y, streaming); }, [] { hwy::FlushStream(); });
}

}  // namespace

/// Measured on 16 threads of an Intel Xeon, an H200's host (2026-11-21, docs/performance.md), `distance` in fp32, n =
/// 32768: 19.3 ms, 0.76 of what writing alone can do; sequential takes 614 ms and omp_dynamic 61.9 ms.
extern const Variant simd;
const Variant simd{.processor = Processor::cpu,
                   .summary =
                       "SIMD (Highway): rows in pairs like omp_folded, vectors of columns; large results bypass the "
                       "caches.",
                   .knobs = simd_knobs,
                   .run = run,
                   .unavailable = simd_unavailable};

}  // namespace heteroscope::triangle
#endif
