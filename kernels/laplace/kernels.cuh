#pragma once

#include "core/run/trace_cuda.cuh"
#include "kernels/laplace/methods.hpp"

namespace heteroscope::laplace {

template <bool Traced, class F>
__global__ void __launch_bounds__(1024) each_kernel(Box box, F f, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  const int x = box.x0 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x < box.x1) {
    for (int y = box.y0 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); y < box.y1;
         y += static_cast<int>(gridDim.y * blockDim.y)) {
      f(x, y);
    }
  }
  tracer.finish();
}

template <bool Traced, class F>
__global__ void once_kernel(F f, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  f();
  tracer.finish();
}

/// Numbers that are not negative have the order of their bits, and NaN is above them all.
template <bool Traced, class F>
__global__ void __launch_bounds__(1024) largest_kernel(Box box, F f, unsigned long long* slot, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  __shared__ unsigned long long of_block;
  const bool leads = threadIdx.x == 0 && threadIdx.y == 0;
  if (leads) of_block = 0;
  __syncthreads();
  unsigned long long most = 0;
  const int x = box.x0 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (x < box.x1) {
    for (int y = box.y0 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y); y < box.y1;
         y += static_cast<int>(gridDim.y * blockDim.y)) {
      const double value = f(x, y);
      const auto bits = static_cast<unsigned long long>(__double_as_longlong(value));
      most = bits > most ? bits : most;
    }
  }
  if (most > 0) atomicMax(&of_block, most);
  __syncthreads();
  if (leads && of_block > 0) atomicMax(slot, of_block);
  tracer.finish();
}

// --------------------------------------------------------------------------------------------- small grids of
// multigrid

inline constexpr int largest_small = 65;  // nodes a side
inline constexpr int small_threads = 1024;
inline constexpr int most_small_passes = 256;

struct SmallPasses {
  Pass pass[most_small_passes];
  int count = 0;
};

template <class F>
__device__ void each_of_block(const Box& box, const F& f) {
  const int width = box.x1 - box.x0;
  const int nodes = width * (box.y1 - box.y0);
  for (int i = static_cast<int>(threadIdx.x); i < nodes; i += small_threads) f(box.x0 + i % width, box.y0 + i / width);
}

template <class T, bool Traced>
__global__ void __launch_bounds__(small_threads)
    small_kernel(const __grid_constant__ Levels<T> levels, const __grid_constant__ SmallPasses list, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  for (int i = 0; i < list.count; ++i) {
    with_pass(levels, list.pass[i], all_rows, [](const Box& box, const auto& f) { each_of_block(box, f); });
    __syncthreads();
  }
  tracer.finish();
}

// ------------------------------------------------------------------------------------------------------ the direct
// method

inline constexpr int mode_threads = 128;  // each a pair of rows
inline constexpr int mode_columns = 16;   // of a block
inline constexpr int staged_modes = 32;

/// A thread adds up a pair of rows, y and N − y, over 16 columns; the block's shares of those columns go through shared
/// memory.
template <class T, bool Traced>
__global__ void __launch_bounds__(mode_threads) mode_sums_kernel(Modes m, T* u, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
  __shared__ double staged[staged_modes][mode_columns];
  constexpr int parts = tile_columns / mode_columns;
  const int tile = static_cast<int>(blockIdx.y) / parts;
  const int part = static_cast<int>(blockIdx.y) % parts;
  const int begin = static_cast<int>(m.first[tile]);
  const int count = static_cast<int>(m.first[tile + 1]) - begin;
  const int y = 1 + static_cast<int>(blockIdx.x * mode_threads + threadIdx.x);
  const bool inside = 2 * y <= m.intervals;
  const int step = inside ? y : 0;
  double odd[mode_columns] = {};
  double even[mode_columns] = {};
  int at = 0;
  for (int done = 0; done < count; done += staged_modes) {
    __syncthreads();
    for (int i = static_cast<int>(threadIdx.x); i < staged_modes * mode_columns; i += mode_threads) {
      const int k = i / mode_columns;
      const int c = i % mode_columns;
      const std::ptrdiff_t row = begin + done + k;
      staged[k][c] = done + k < count ? m.shares[row * tile_columns + part * mode_columns + c] : 0;
    }
    __syncthreads();
    // shares beyond the last mode are 0, and change no sum: modes go on by pairs
    for (int k = 0; k < staged_modes && done + k < count; k += 2) {
      const auto add = [&](const double(&shares)[mode_columns], double(&sums)[mode_columns]) {
        at += step;
        if (at >= 2 * m.intervals) at -= 2 * m.intervals;
        const double sine = __ldg(m.sines + at);
#pragma unroll
        for (int c = 0; c < mode_columns; ++c) sums[c] = fma(shares[c], sine, sums[c]);
      };
      add(staged[k], odd);
      add(staged[k + 1], even);
    }
  }
  if (inside) {
    const int first = tile * tile_columns + part * mode_columns + 1;
    T* const row = u + place(m.intervals + 1, first, y);
    T* const mirrored = u + place(m.intervals + 1, first, m.intervals - y);
#pragma unroll
    for (int c = 0; c < mode_columns; ++c) {
      if (first + c >= m.intervals) break;
      mirrored[c] = static_cast<T>(odd[c] - even[c]);
      row[c] = static_cast<T>(odd[c] + even[c]);  // in the middle, where both are one row, even modes are 0
    }
  }
  tracer.finish();
}

}  // namespace heteroscope::laplace
