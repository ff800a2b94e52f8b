#pragma once

#include <cuda_pipeline.h>

#include "kernels/blur/fused_shape.hpp"
#include "kernels/blur/launch.cuh"
#include "kernels/pack.hpp"

namespace heteroscope::blur {

/// Both passes of the blur by a block that walks down a strip of the image. At each step it takes `rows` rows:
///
///     image ──cp.async──▶ rows with their aprons ──across──▶ ring of blurred rows ──down──▶ result
///                         (`stages` buffers)                 (`slots` of `height` rows)
///
/// A thread blurs `width` neighboring values across, whose sums share the values that it reads, and `height` values
/// below each other in each of `vector` neighboring columns down, likewise. The three parts of a step work on different
/// rows, so that one barrier separates the steps: rows are fetched for later ones, blurred across for the next one, and
/// down from what earlier ones have left. All sums run from the first tap to the last, as in `cuda_separable` and
/// `separable_simd`.
template <class Layout, class T, int R>
class RingBlur {
 public:
  using Arguments = FusedArguments<T, R>;
  using Shape = RingShape<Layout, T, R>;

  __device__ RingBlur(const Arguments& a, T* memory, int x0, Rows rows)
      : a_(a),
        ring_(memory),
        lines_(memory + Shape::ring),
        x0_(x0),
        rows_(rows),
        first_(rows.begin - R - Shape::unused * Shape::height),
        columns_inside_(x0 >= Shape::apron && x0 + Shape::strip + Shape::apron <= a.common.input.size.width) {}

  __device__ void run() const {
    const int steps = ceil_div(rows_.count(), Shape::rows) + Shape::lead - 1;  // that blur rows across
#pragma unroll 1
    for (int step = 0; step < Shape::stages - 1; ++step) fetch(step, step, steps);
    int written = 0;             // the slot that the step writes first
    int needed = Shape::unused;  // the slot that a result needs first
    int buffer = 0;
#pragma unroll 1
    for (int step = 0; step <= steps; ++step) {
      __pipeline_wait_prior(Shape::stages - 2);
      __syncthreads();
      fetch(step + Shape::stages - 1, buffer == 0 ? Shape::stages - 1 : buffer - 1, steps);
      if (step >= Shape::lead) {
        down(needed, rows_.begin + (step - Shape::lead) * Shape::rows);
        needed = slot_after(needed, Shape::teams);
      }
      if (step < steps) across(lines_ + buffer * Shape::buffer, written);
      written = slot_after(written, Shape::teams);
      buffer = buffer + 1 == Shape::stages ? 0 : buffer + 1;
    }
  }

 private:
  __device__ static int slot_after(int slot, int slots) {
    const int next = slot + slots;
    return next >= Shape::slots ? next - Shape::slots : next;
  }
  __device__ static int lane() {
    return static_cast<int>(threadIdx.x % 32);
  }
  __device__ static int warp() {
    return static_cast<int>(threadIdx.x / 32);
  }

  /// Starts the copy of a step's rows: each warp copies every so many rows.
  __device__ void fetch(int step, int buffer, int steps) const {
    if (step < steps) {
      T* const to = lines_ + buffer * Shape::buffer + warp() * Shape::pitch;
      const int y = first_ + step * Shape::rows;
      const bool inside = columns_inside_ && y >= 0 && y + Shape::rows <= a_.common.input.size.height;
      if (a_.wide) {
        fetch_rows<Shape::chunk>(to, y + warp(), inside);
      } else {
        fetch_rows<1>(to, y + warp(), inside);
      }
    }
    __pipeline_commit();
  }
  template <int n>
  __device__ void fetch_rows(T* to, int y, bool inside) const {
    if (inside) {
      fetch_inside<n>(to + lane() * n, y);
    } else {
      fetch_bordered<n>(to, y);
    }
  }
  template <int n>
  __device__ void fetch_inside(T* to, int y) const {
    const T* from = a_.common.input.template row<const T>(y) + x0_ - Shape::apron + lane() * n;
    const auto skipped = static_cast<std::ptrdiff_t>(Shape::warps) * a_.common.input.size.width;
#pragma unroll
    for (int row = 0; row < Shape::rows; row += Shape::warps) {
#pragma unroll
      for (int i = 0; i < Shape::line; i += 32 * n) {
        if (i + 32 * n <= Shape::line || i + lane() * n < Shape::line)
          __pipeline_memcpy_async(to + row * Shape::pitch + i, from + i, n * sizeof(T));
      }
      from += skipped;
    }
  }
  /// Copies rows of which any part may lie outside of the image.
  template <int n>
  __device__ void fetch_bordered(T* to, int y) const {
    const Size size = a_.common.input.size;
#pragma unroll 1
    for (int row = 0; row < Shape::rows; row += Shape::warps) {
      const bool row_inside = static_cast<unsigned>(y + row) < static_cast<unsigned>(size.height);
#pragma unroll 1
      for (int i = lane() * n; i < Shape::line; i += 32 * n) {
        const int x = x0_ - Shape::apron + i;
        T* const piece = to + row * Shape::pitch + i;
        if (row_inside && x >= 0 && x + n <= size.width) {
          __pipeline_memcpy_async(piece, a_.common.input.template row<const T>(y + row) + x, n * sizeof(T));
        } else {
          for (int j = 0; j < n; ++j) piece[j] = bordered(x + j, y + row);
        }
      }
    }
  }
  __device__ T bordered(int x, int y) const {
    const Size size = a_.common.input.size;
    const int column = border_index(x, size.width, a_.common.border);
    const int row = border_index(y, size.height, a_.common.border);
    return column < 0 || row < 0 ? T(0) : a_.common.input.template row<const T>(row)[column];
  }

  /// Blurs a step's rows across, into the ring from `slot` on. Neighboring threads have `interleaved` rows, whose
  /// values lie in different banks of shared memory.
  __device__ void across(const T* lines, int slot) const {
    constexpr int width = Shape::width;
    constexpr int columns = Shape::strip / width;
    constexpr int q = Shape::interleaved;
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < Shape::rows * columns; i += Shape::threads) {
      const int row = i % q + i / (q * columns) * q;
      const int column = i / q % columns * width;
      Pack<T, width> sums{};
      const T* const from = lines + row * Shape::pitch + column;
#pragma unroll
      for (int j = 0; j < Shape::apron + R + width; j += Shape::chunk) {
        const auto values = *reinterpret_cast<const Pack<T>*>(from + j);
#pragma unroll
        for (int n = 0; n < Shape::chunk; ++n) {
#pragma unroll
          for (int p = 0; p < width; ++p) {
            const int k = j + n - (Shape::apron - R) - p;
            if (k >= 0 && k <= 2 * R) sums.of[p] = fma(a_.weight[abs(k - R)], values.of[n], sums.of[p]);
          }
        }
      }
      T* const to =
          ring_ + slot_after(slot, row / Shape::height) * Shape::slot + row % Shape::height * Shape::ring_pitch;
      *reinterpret_cast<Pack<T, width>*>(to + column) = sums;
    }
  }
  /// Computes `rows` rows of the result from row y on; the rows that they need begin in a slot of the ring.
  __device__ void down(int slot, int y) const {
    constexpr int height = Shape::height;
    const int team = static_cast<int>(threadIdx.x) / Shape::team;
    const int column = static_cast<int>(threadIdx.x) % Shape::team * Shape::vector;
    slot = slot_after(slot, team);
    Pack<T, Shape::vector> sums[height] = {};
#pragma unroll
    for (int s = 0; s <= Shape::reach; ++s) {
      const T* const from = ring_ + slot * Shape::slot + column;
#pragma unroll
      for (int j = 0; j < height; ++j) {
        const int tap = s * height + j;  // of the first row's sum
        if (tap >= 2 * R + height) continue;
        const auto values = *reinterpret_cast<const Pack<T, Shape::vector>*>(from + j * Shape::ring_pitch);
#pragma unroll
        for (int p = 0; p < height; ++p) {
          const int k = tap - p;
          if (k < 0 || k > 2 * R) continue;
#pragma unroll
          for (int c = 0; c < Shape::vector; ++c)
            sums[p].of[c] = fma(a_.weight[abs(k - R)], values.of[c], sums[p].of[c]);
        }
      }
      slot = slot_after(slot, 1);
    }
    store_down(sums, x0_ + column, y + team * height);
  }
  __device__ void store_down(const Pack<T, Shape::vector> (&sums)[Shape::height], int x, int y) const {
    const int width = a_.common.output.size.width;
    T* target = a_.common.output.template row<T>(y) + x;
    const bool whole = a_.wide && x + Shape::vector <= width;
#pragma unroll
    for (int p = 0; p < Shape::height; ++p) {
      if (y + p >= rows_.end) return;
      if (whole) {
        *reinterpret_cast<Pack<T, Shape::vector>*>(target) = sums[p];
      } else {
#pragma unroll
        for (int c = 0; c < Shape::vector; ++c) {
          if (x + c < width) target[c] = sums[p].of[c];
        }
      }
      target += width;
    }
  }

  const Arguments& a_;
  T* ring_;
  T* lines_;
  int x0_;
  Rows rows_;
  int first_;            // row of the image that the first step blurs across; may lie above it
  bool columns_inside_;  // the strip and its aprons lie inside of the image
};

template <class Layout, class T, int R>
__global__ void __launch_bounds__(RingShape<Layout, T, R>::threads, RingShape<Layout, T, R>::blocks)
    ring_strips(const __grid_constant__ FusedArguments<T, R> a) {
  using Shape = RingShape<Layout, T, R>;
  extern __shared__ uint4 memory[];  // declared as words of 16 bytes, so that it is aligned to those
  const BlockTimer<> timer(a.common.trace);
  const int task = static_cast<int>(blockIdx.x);
  const int begin = a.common.rows.begin + task / a.strips * a.rows_each;
  const int x0 = task % a.strips * Shape::strip;
  const Rows rows{begin, min(begin + a.rows_each, a.common.rows.end)};
  RingBlur<Layout, T, R>(a, reinterpret_cast<T*>(memory), x0, rows).run();
  timer.finish([&] { return rectangle(a.common.output.size.width, x0, begin, Shape::strip, a.rows_each); });
}

}  // namespace heteroscope::blur
