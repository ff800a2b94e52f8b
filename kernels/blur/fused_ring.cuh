#pragma once

#include <cuda_pipeline.h>

#include "kernels/blur/fused_shape.hpp"
#include "kernels/blur/launch.cuh"
#include "kernels/pack.hpp"

namespace heteroscope::blur {

/// Both passes of the blur by a block that walks down a strip of the image. At each step it takes `height` rows:
///
///     image ──cp.async──▶ rows with their aprons ──across──▶ ring of blurred rows ──down──▶ result
///                         (`stages` buffers)                 (`slots` of `height` rows)
///
/// A thread blurs `width` neighboring values across, whose sums share the values that it reads, and `height` values
/// below each other down, likewise. The three parts of a step work on different rows, so that one barrier separates the
/// steps: rows are fetched for later ones, blurred across for the next one, and down from what earlier ones have left.
/// All sums run from the first tap to the last, as in `cuda_separable` and `separable_simd`.
template <class Layout, class T, int R>
class RingBlur {
 public:
  using Arguments = FusedArguments<T, R>;
  using Shape = RingShape<Layout, T, R>;

  __device__ RingBlur(const Arguments& a, T* memory, int x0, Rows rows)
      : a_(a), ring_(memory), lines_(memory + Shape::ring), x0_(x0), rows_(rows) {}

  __device__ void run() const {
    const int last = ceil_div(rows_.count(), Shape::height) + Shape::groups - 1;  // steps that blur rows across
#pragma unroll 1
    for (int step = 0; step < Shape::stages - 1; ++step) fetch(step, last);
    int slot = 0;
#pragma unroll 1
    for (int step = 0; step <= last; ++step) {
      __pipeline_wait_prior(Shape::stages - 2);
      __syncthreads();
      fetch(step + Shape::stages - 1, last);
      if (step >= Shape::groups) down(slot, rows_.begin + (step - Shape::groups) * Shape::height);
      if (step < last) across(lines_ + step % Shape::stages * Shape::buffer, ring_ + slot * Shape::slot);
      slot = slot + 1 == Shape::slots ? 0 : slot + 1;
    }
  }

 private:
  /// Starts the copy of a step's rows.
  __device__ void fetch(int step, int last) const {
    if (step < last) {
      T* const to = lines_ + step % Shape::stages * Shape::buffer;
      const int y = rows_.begin - R + step * Shape::height;
      if (a_.wide) {
        fetch_pieces<Shape::chunk>(to, y);
      } else {
        fetch_pieces<1>(to, y);
      }
    }
    __pipeline_commit();
  }
  template <int n>
  __device__ void fetch_pieces(T* to, int y0) const {
    constexpr int pieces = Shape::line / n;
    const Size size = a_.common.input.size;
#pragma unroll(n == 1 ? 4 : 1)
    for (int i = static_cast<int>(threadIdx.x); i < Shape::height * pieces; i += Shape::threads) {
      const int x = x0_ - Shape::apron + i % pieces * n;
      const int y = y0 + i / pieces;
      T* const piece = to + i / pieces * Shape::pitch + i % pieces * n;
      const bool inside =
          x >= 0 && x + n <= size.width && static_cast<unsigned>(y) < static_cast<unsigned>(size.height);
      if (inside) {
        __pipeline_memcpy_async(piece, a_.common.input.template row<const T>(y) + x, n * sizeof(T));
      } else {
        for (int j = 0; j < n; ++j) piece[j] = bordered(x + j, y);
      }
    }
  }
  __device__ T bordered(int x, int y) const {
    const Size size = a_.common.input.size;
    const int column = border_index(x, size.width, a_.common.border);
    const int row = border_index(y, size.height, a_.common.border);
    return column < 0 || row < 0 ? T(0) : a_.common.input.template row<const T>(row)[column];
  }

  /// Neighboring threads have `interleaved` rows, whose values lie in different banks of shared memory.
  __device__ void across(const T* lines, T* slot) const {
    constexpr int width = Shape::width;
    constexpr int columns = Shape::strip / width;
    constexpr int q = Shape::interleaved;
#pragma unroll 1
    for (int i = static_cast<int>(threadIdx.x); i < Shape::height * columns; i += Shape::threads) {
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
      *reinterpret_cast<Pack<T, width>*>(slot + row * Shape::ring_pitch + column) = sums;
    }
  }

  /// Computes `height` rows of the result from `groups` slots, the oldest of which follows `slot`.
  __device__ void down(int slot, int y) const {
    constexpr int height = Shape::height;
    const int column = static_cast<int>(threadIdx.x);
    T sums[height] = {};
#pragma unroll
    for (int g = 0; g < Shape::groups; ++g) {
      slot = slot + 1 == Shape::slots ? 0 : slot + 1;
      const T* const from = ring_ + slot * Shape::slot + column;
#pragma unroll
      for (int j = 0; j < height; ++j) {
        if (g * height + j >= 2 * R + height) continue;
        const T value = from[j * Shape::ring_pitch];
#pragma unroll
        for (int p = 0; p < height; ++p) {
          const int k = g * height + j - p;
          if (k >= 0 && k <= 2 * R) sums[p] = fma(a_.weight[abs(k - R)], value, sums[p]);
        }
      }
    }
    const int width = a_.common.output.size.width;
    T* const target = a_.common.output.template row<T>(y) + x0_ + column;
    if (x0_ + column >= width) return;
#pragma unroll
    for (int p = 0; p < height; ++p) {
      if (y + p < rows_.end) target[static_cast<std::ptrdiff_t>(p) * width] = sums[p];
    }
  }

  const Arguments& a_;
  T* ring_;
  T* lines_;
  int x0_;
  Rows rows_;
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
