#pragma once

#include <cuda_pipeline.h>

#include <nv/target>

#include "kernels/blur/fused_shape.hpp"
#include "kernels/blur/launch.cuh"
#include "kernels/pack.hpp"

namespace heteroscope::blur {

/// Copies the rows of a strip with their aprons, from a first row downward, to lines in shared memory (asynchronously,
/// cp.async). Any part of them may lie outside of the image.
template <class Shape, class T>
class StripFeed {
 public:
  __device__ StripFeed(const KernelArguments& a, bool wide, int x0, int y)
      : a_(a),
        wide_(wide),
        y_(y),
        offset_(static_cast<std::ptrdiff_t>(y) * a.input.size.width + x0 + lane() * chunk),
        inside_(wide && x0 + lane() * chunk >= 0 && x0 + last_chunk() + chunk <= a.input.size.width) {
#pragma unroll
    for (int n = 0; n < most; ++n) column_[n] = border_index(x0 + place(n), a.input.size.width, a.border);
  }

  /// Starts the copy of the next row.
  __device__ void start(T* line) {
    if (inside_ && static_cast<unsigned>(y_) < static_cast<unsigned>(a_.input.size.height)) {
      const T* from = static_cast<const T*>(a_.input.data) + offset_;
#pragma unroll
      for (int i = 0; i < Shape::line; i += 32 * chunk) {
        if (i + lane() * chunk < Shape::line) __pipeline_memcpy_async(line + i + lane() * chunk, from + i, 16);
      }
    } else {
      start_values(line);
    }
    offset_ += a_.input.size.width;
    ++y_;
  }

 private:
  static constexpr int chunk = Shape::chunk;

  __device__ static int lane() {
    return static_cast<int>(threadIdx.x % 32);
  }
  /// The first place in the line of the last chunk that this lane copies.
  __device__ static int last_chunk() {
    const int place = lane() * chunk;
    return place + (Shape::line - 1 - place) / (32 * chunk) * (32 * chunk);
  }

  // The most values that a lane copies one by one: those of its chunks, or every 32nd where rows are not aligned.
  static constexpr int most = 2 * chunk;
  static_assert(most * 32 >= Shape::line);
  __device__ int place(int n) const {
    return wide_ ? n / chunk * (32 * chunk) + lane() * chunk + n % chunk : n * 32 + lane();
  }

  __device__ void start_values(T* line) const {
    const bool in_image = static_cast<unsigned>(y_) < static_cast<unsigned>(a_.input.size.height);
    const int source = in_image ? y_ : border_index(y_, a_.input.size.height, a_.border);
    const T* row = a_.input.row<const T>(max(source, 0));
#pragma unroll
    for (int n = 0; n < most; ++n) {
      if (place(n) >= Shape::line) continue;
      if (source < 0 || column_[n] < 0) {
        line[place(n)] = T(0);
      } else {
        __pipeline_memcpy_async(line + place(n), row + column_[n], sizeof(T));
      }
    }
  }

  const KernelArguments& a_;
  bool wide_;
  int column_[most];       // of its values in the image, the same for every row; negative where there is none
  int y_;                  // the next row
  std::ptrdiff_t offset_;  // from the image's start to this lane's part of that row
  bool inside_;            // this lane's columns all lie inside of the image and can be copied by chunks
};

/// Does the same for a strip that lies inside of the image with its aprons and all of its rows, and can be copied by
/// chunks: there is no test in each row.
template <class Shape, class T>
class InnerFeed {
 public:
  __device__ InnerFeed(const KernelArguments& a, bool, int x0, int y)
      : from_(a.input.row<const T>(y) + x0 + lane() * Shape::chunk),
        row_(a.input.size.width),
        second_(lane() * Shape::chunk + 32 * Shape::chunk < Shape::line) {}

  __device__ void start(T* line) {
    T* to = line + lane() * Shape::chunk;
    // A line of narrow columns may have fewer chunks than a warp has lanes.
    if (Shape::line >= 32 * Shape::chunk || lane() * Shape::chunk < Shape::line) copy(to, from_);
    static_assert(Shape::line <= 64 * Shape::chunk);
    if (second_) copy(to + 32 * Shape::chunk, from_ + 32 * Shape::chunk);
    from_ += row_;
  }

 private:
  __device__ static int lane() { return static_cast<int>(threadIdx.x % 32); }
  __device__ static void copy(T* to, const T* from) {
    // Devices before sm_80 have no such instruction; there the call copies by way of registers.
    NV_IF_TARGET(NV_PROVIDES_SM_80,
                 (asm volatile("cp.async.cg.shared.global.L2::128B [%0], [%1], 16;" ::"r"(
                                   static_cast<unsigned>(__cvta_generic_to_shared(to))),
                               "l"(__cvta_generic_to_global(from))
                               : "memory");),
                 (__pipeline_memcpy_async(to, from, 16);))
  }

  const T* from_;
  int row_;
  bool second_;
};

/// The lines of a warp in shared memory as a ring: all but one of them are being copied ahead of their use.
template <class Shape, class Feed, class T>
class LineRing {
 public:
  /// `left` is the number of rows that the march reads.
  __device__ LineRing(Feed feed, T* lines, int left)
      : feed_(feed), lines_(lines), end_(lines + Shape::stages * Shape::line), to_(lines), left_(left) {
#pragma unroll 1
    for (int step = 0; step < Shape::stages - 1; ++step) fetch();
    line_ = lines + lane() * Shape::vector;
  }

  /// Waits for the next line and starts the copy of a later one; returns where the lane's columns begin in the line.
  __device__ __forceinline__ const T* next() {
    __pipeline_wait_prior(Shape::stages - 2);
    __syncwarp();  // the line has arrived for all lanes, and all have read the line before, which fetch() overwrites
    fetch();
    const T* const line = line_;
    line_ += Shape::line;
    if (line_ == end_ + lane() * Shape::vector) line_ = lines_ + lane() * Shape::vector;
    return line;
  }

 private:
  __device__ static int lane() {
    return static_cast<int>(threadIdx.x % 32);
  }
  __device__ __forceinline__ void fetch() {
    if (left_ > 0) feed_.start(to_);
    --left_;
    __pipeline_commit();
    to_ = to_ + Shape::line == end_ ? lines_ : to_ + Shape::line;
  }

  Feed feed_;
  T* lines_;
  T* end_;
  T* to_;          // the line that is copied to next
  const T* line_;  // the lane's columns in the line that is read next
  int left_;       // rows that are still to be fetched
};

/// Both passes of the blur in registers; a lane computes `vector` neighboring columns.
///
///     across: a lane reads the values over its columns once, in order,     down: sums[j] is what the rows so far
///     and adds each to all columns to whose sums it belongs (R = 1)        contribute to the result row that the
///                                                                          (j + 1)-th row from now will complete
///         line   . . a b c d e f . .
///                    └─┬─┘                                                     new row ─┬→ w[R]·row + sums[0]: done
///         across   w·(a b c), w·(b c d), …                                              ├→ sums[1] + … becomes sums[0]
///                                                                                       └→ w[R]·row becomes the last
///
/// Moving the sums up by one place is free, since an fma may write to another register than the one it adds to. At
/// small radii they stay in their registers and change their roles instead, cyclically with a period of `turn` rows:
/// there the compiler would move them. Both sums run from the first tap to the last, as in `cuda_separable` and
/// `separable_simd`.
template <class Shape, class T, class Arguments>
struct FusedSums {
  static constexpr int R = Shape::radius;
  static constexpr int vector = Shape::vector;
  using Vector = Pack<T, vector>;
  T sums[2 * R][vector];

  __device__ __forceinline__ void clear() {
#pragma unroll
    for (int j = 0; j < 2 * R; ++j) {
#pragma unroll
      for (int p = 0; p < vector; ++p) sums[j][p] = 0;
    }
  }
  __device__ __forceinline__ static void across(const Arguments& a, const T* line, T (&out)[vector]) {
#pragma unroll
    for (int i = 0; i < Shape::apron + R + vector; i += vector) {
      const Vector values = *reinterpret_cast<const Vector*>(line + i);
#pragma unroll
      for (int j = 0; j < vector; ++j) {
#pragma unroll
        for (int p = 0; p < vector; ++p) {
          const int k = i + j - (Shape::apron - R) - p;
          if (k >= 0 && k < Shape::taps) out[p] = fma(a.weight[abs(k - R)], values.of[j], out[p]);
        }
      }
    }
  }
  /// Adds a row, blurred across, to all sums; returns the result row that it completes. `turn` counts rows modulo
  /// Shape::turn.
  __device__ __forceinline__ Vector down(const Arguments& a, const T (&row)[vector], int turn) {
    Vector out;
#pragma unroll
    for (int p = 0; p < vector; ++p) {
      const auto sum = [&](int j) -> T& { return sums[(j + turn) % (2 * R)][p]; };
      out.of[p] = fma(a.weight[R], row[p], sum(0));
      if constexpr (Shape::turn > 1) {
#pragma unroll
        for (int j = 1; j < 2 * R; ++j) {
          sum(j) = fma(a.weight[abs(R - j)], row[p], sum(j));
        }
        sum(0) = a.weight[R] * row[p];
      } else {
#pragma unroll
        for (int j = 0; j < 2 * R - 1; ++j) {
          sums[j][p] = fma(a.weight[abs(R - 1 - j)], row[p], sums[j + 1][p]);
        }
        sums[2 * R - 1][p] = a.weight[R] * row[p];
      }
    }
    return out;
  }
};

/// Computes rows `rows.begin` to `rows.end` of one strip (register marching). `lines` is the warp's own shared memory,
/// of Shape::line × stages values. `Whole` says that all columns can be stored as vectors.
template <class Shape, class Feed, bool Whole, class T, class Arguments>
__device__ void march(const Arguments& a, T* lines, int x0, Rows rows) {
  constexpr int R = Shape::radius;
  constexpr int vector = Shape::vector;
  using Sums = FusedSums<Shape, T, Arguments>;
  using Vector = typename Sums::Vector;
  const int x = x0 + static_cast<int>(threadIdx.x % 32) * vector;
  const int width = a.common.output.size.width;
  Feed feed(a.common, a.wide, x0 - Shape::apron, rows.begin - R);
  LineRing<Shape, Feed, T> ring(feed, lines, rows.count() + 2 * R);
  Sums sums;
  sums.clear();
  T* target = a.common.output.template row<T>(rows.begin) - static_cast<std::ptrdiff_t>(2 * R) * width + x;
  const bool whole = Whole || (a.wide && x + vector <= width);
#pragma unroll 1
  for (int step = -2 * R; step < rows.count();) {
#pragma unroll
    for (int turn = 0; turn < Shape::turn; ++turn) {
      if (turn > 0 && step >= rows.count()) break;
      T across[vector] = {};
      Sums::across(a, ring.next(), across);
      const Vector out = sums.down(a, across, turn);
      if (step >= 0) {
        if (whole) {
          *reinterpret_cast<Vector*>(target) = out;
        } else {
#pragma unroll
          for (int p = 0; p < vector; ++p) {
            if (x + p < width) target[p] = out.of[p];
          }
        }
      }
      target += width;
      ++step;
    }
  }
}

template <class Layout, class T, int R>
__global__ void __launch_bounds__(MarchShape<Layout, T, R>::threads, MarchShape<Layout, T, R>::blocks)
    strips(const __grid_constant__ FusedArguments<T, R> a) {
  using Shape = MarchShape<Layout, T, R>;
  __shared__ alignas(16) T lines[Shape::warps][Shape::stages * Shape::line];
  const int warp = static_cast<int>(threadIdx.x / 32);
  const int task = static_cast<int>(blockIdx.x) * Shape::warps + warp;
  const WarpTimer<> timer(a.common.trace, task);
  const Rows all = a.common.rows;
  // Neighboring warps have neighboring strips, so that memory is read in long runs.
  const int begin = all.begin + task / a.strips * a.rows_each;
  if (begin < all.end) {
    const int x0 = task % a.strips * Shape::strip;
    const Rows rows{begin, min(begin + a.rows_each, all.end)};
    const Size size = a.common.input.size;
    const bool inner = a.wide && x0 >= Shape::apron && x0 + Shape::strip + Shape::apron <= size.width &&
                       rows.begin >= R && rows.end + R <= size.height;
    if (inner) {
      march<Shape, InnerFeed<Shape, T>, true>(a, lines[warp], x0, rows);
    } else {
      march<Shape, StripFeed<Shape, T>, false>(a, lines[warp], x0, rows);
    }
  }
  timer.finish(task, [&] {
    return rectangle(a.common.output.size.width, task % a.strips * Shape::strip, begin, Shape::strip, a.rows_each);
  });
}

}  // namespace heteroscope::blur
