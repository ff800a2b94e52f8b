#pragma once

#include "core/base/ceil_div.hpp"
#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {

/// The number of bodies a thread (register blocking): each load from shared memory serves so many interactions, whose
/// dependent chains hide each other's latency.
template <class T>
constexpr int bodies_a_thread = sizeof(T) == 4 ? 4 : 2;

inline int segments_of(int count) {
  const int length = segment_of(count);
  return ceil_div(count, length);
}

/// Adds up the pulls, each by `Pull::add`, of a segment of bodies on a block's bodies. Block (x, y) has the x-th group
/// of bodies and the y-th segment, so that a large GPU gets enough blocks even if there are few bodies.
template <class T, class Pull, int MostThreads>
__global__ void __launch_bounds__(MostThreads) pulled_by_segment(StepArguments<T> a, Vector<T>* parts, SpanSink trace) {
  const BlockTimer<> timer(trace);
  constexpr int own = bodies_a_thread<T>;
  extern __shared__ __align__(32) unsigned char memory[];
  auto* const tile = reinterpret_cast<Body<T>*>(memory);
  const int threads = static_cast<int>(blockDim.x);
  const int me = static_cast<int>(threadIdx.x);
  const int first = a.rows.begin + static_cast<int>(blockIdx.x) * threads * own + me;
  Body<T> at[own];
  Vector<T> part[own]{};
#pragma unroll
  for (int k = 0; k < own; ++k) at[k] = a.bodies[min(first + k * threads, a.rows.end - 1)];
  const int begin = static_cast<int>(blockIdx.y) * a.segment;
  const int end = min(begin + a.segment, a.count);
  for (int from = begin; from < end; from += threads) {
    const int some = min(threads, end - from);
    if (me < some) tile[me] = a.bodies[from + me];
    __syncthreads();
#pragma unroll 4
    for (int j = 0; j < some; ++j) {
      const Body<T> other = tile[j];
#pragma unroll
      for (int k = 0; k < own; ++k) Pull::add(part[k], at[k], other, a.t.softening_squared);
    }
    __syncthreads();
  }
  Vector<T>* const out = parts + static_cast<std::ptrdiff_t>(blockIdx.y) * a.rows.count() - a.rows.begin;
#pragma unroll
  for (int k = 0; k < own; ++k) {
    if (first + k * threads < a.rows.end) out[first + k * threads] = part[k];
  }
  timer.finish([&] {
    const int bodies = static_cast<int>(blockDim.x) * own;
    return rectangle(a.count, a.rows.begin + std::int64_t{blockIdx.x} * bodies, blockIdx.y, bodies, 1);
  });
}

template <class T>
__global__ void add_segments(StepArguments<T> a, const Vector<T>* parts, int segments, SpanSink trace) {
  const BlockTimer<> timer(trace);
  const int i = a.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < a.rows.end) {
    Vector<T> sum{};
    for (int s = 0; s < segments; ++s)
      add(sum, parts[static_cast<std::ptrdiff_t>(s) * a.rows.count() + i - a.rows.begin]);
    finish_step(a.out(i), a.row(i), a.bodies[i], sum, a.t);
  }
  timer.finish([] { return run_of_block(columns); });
}

inline std::size_t blocked_scratch_bytes(const IterateJob& job) {
  const auto parts = static_cast<std::size_t>(job.rows.count()) * static_cast<std::size_t>(segments_of(bodies_of(job)));
  return bodies_bytes(job) + 3 * bytes_of(job.precision()) * parts;
}

template <class Pull>
void run_blocked(const IterateJob& job) {
  for_each_step(job, [&]<class T, Tracing>(const StepArguments<T>& a) {
    constexpr int small_block = 128;
    constexpr int usual_threads = 512;  // threads of larger blocks get too few registers for fp64
    const int threads = job.block.threads();
    const int segments = segments_of(a.count);
    auto* const parts = reinterpret_cast<Vector<T>*>(static_cast<Body<T>*>(job.scratch) + std::ptrdiff_t{2} * a.count);
    const dim3 grid{blocks_for(job.rows.count(), threads * bodies_a_thread<T>), static_cast<unsigned>(segments)};
    const std::size_t tile = sizeof(Body<T>) * static_cast<std::size_t>(threads);
    const SpanSink trace =
        traced(job, {"pull", Over::other, {a.count, segments}, {{job.rows.begin, job.rows.end}, {0, segments}}},
               {.columns = grid.x, .rows = grid.y},
               {.run = static_cast<std::uint64_t>(threads) * bodies_a_thread<T>,
                .stride = static_cast<std::uint64_t>(a.count)});
    if (threads <= usual_threads) {
      pulled_by_segment<T, Pull, usual_threads><<<grid, threads, tile, job.stream>>>(a, parts, trace);
    } else {
      pulled_by_segment<T, Pull, 1024><<<grid, threads, tile, job.stream>>>(a, parts, trace);
    }
    HETEROSCOPE_LAUNCHED(pulled_by_segment);
    const unsigned blocks = blocks_for(job.rows.count(), small_block);
    add_segments<<<blocks, small_block, 0, job.stream>>>(a, parts, segments,
                                                         traced_bodies(job, "add segments", blocks, small_block));
    HETEROSCOPE_LAUNCHED(add_segments);
  });
}

inline constexpr Knobs blocked_knobs = knobs_of(128);

}  // namespace heteroscope::nbody
