#pragma once

#include "core/trace/span_timer.cuh"
#include "kernels/laplace/methods/methods.hpp"

namespace heteroscope::laplace {

/// The nodes of a box that one block computes, as the trace records them.
__device__ inline Cells cells_of_box(const Box& box) {
  const auto columns = static_cast<int>(blockDim.x);
  const auto rows = static_cast<int>(blockDim.y);
  return rectangle(box.x1, box.x0 + std::int64_t{blockIdx.x} * columns, box.y0 + std::int64_t{blockIdx.y} * rows,
                   columns, rows);
}

template <Tracing How, class Start, class F>
__global__ void __launch_bounds__(1024) each_kernel(Box box, F f, Start start, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int x = box.x0 + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  int y = box.y0 + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  start.wait();
  if (x < box.x1) {
    for (; y < box.y1; y += static_cast<int>(gridDim.y * blockDim.y)) f(x, y);
  }
  timer.finish([&] { return cells_of_box(box); });
}

template <Tracing How, class Start, class F>
__global__ void once_kernel(F f, Start start, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  start.wait();
  f();
  timer.finish([&] { return Cells{0, 1}; });
}

/// Computes a maximum by atomicMax on the bits: nonnegative numbers have the order of their bits, and NaN comes after
/// them all.
template <Tracing How, class F>
__global__ void __launch_bounds__(1024) largest_kernel(Box box, F f, unsigned long long* slot, SpanSink trace) {
  const BlockTimer<How> timer(trace);
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
  timer.finish([&] { return cells_of_box(box); });
}

// ----------------------------------------------------------------------------------- multigrid: small grids

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

template <class T, Tracing How, class Start>
__global__ void __launch_bounds__(small_threads)
    small_kernel(const __grid_constant__ Levels<T> levels, const __grid_constant__ SmallPasses list, Start start,
                 SpanSink trace) {
  const BlockTimer<How> timer(trace);
  start.wait();
  for (int i = 0; i < list.count; ++i) {
    with_pass(levels, list.pass[i], all_rows, [](const Box& box, const auto& f) { each_of_block(box, f); });
    __syncthreads();
  }
  timer.finish([&] { return Cells{0, static_cast<std::uint64_t>(list.count)}; });
}

// ----------------------------------------------------------------------------------------- the direct method

inline constexpr int mode_threads = 128;  // each computes a pair of rows
inline constexpr int mode_columns = 16;   // of a block
inline constexpr int staged_modes = 32;

/// Adds up modes. A thread computes a pair of rows, y and N − y, in 16 columns; the block stages the mode amplitudes of
/// those columns in shared memory.
template <class T, Tracing How>
__global__ void __launch_bounds__(mode_threads) mode_sums_kernel(Modes m, T* u, SpanSink trace) {
  const BlockTimer<How> timer(trace);
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
    // The amplitudes staged beyond the last mode are 0 and change no sum, so the loop may advance by pairs.
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
      row[c] = static_cast<T>(odd[c] + even[c]);  // where both are the same row, in the middle, the even modes are 0
    }
  }
  timer.finish([&] {
    return rectangle(m.intervals, tile * tile_columns + part * mode_columns + 1,
                     1 + std::int64_t{blockIdx.x} * mode_threads, mode_columns, mode_threads);
  });
}

}  // namespace heteroscope::laplace
