#pragma once

#include <cstddef>

#include "core/base/ceil_div.hpp"
#include "core/run/gpu/launch.cuh"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

/// The arguments that the kernels of a step have in common.
template <class T>
struct StepArguments {
  const T* now;     ///< the state before the step
  T* next;          ///< the state after the step
  Body<T>* bodies;  ///< all bodies, half a step on
  int count;
  int segment;
  Rows rows;
  StepTimes<T> t;

  __device__ const T* row(int i) const { return now + static_cast<std::ptrdiff_t>(i) * columns; }
  __device__ T* out(int i) const { return next + static_cast<std::ptrdiff_t>(i) * columns; }
};

/// The trace of the state's rows, so many bodies a block; its spans are run_of_block(columns * bodies of a thread).
inline SpanSink traced_bodies(const IterateJob& job, std::string_view name, unsigned blocks, int bodies) {
  return traced_line(job, pass_of(job, name), blocks, std::int64_t{columns} * bodies);
}

template <class T>
__global__ void go_half_way(StepArguments<T> a, SpanSink trace) {
  const BlockTimer<> timer(trace);
  const int i = a.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < a.rows.end) a.bodies[i] = half_way(a.row(i), a.t.half);
  timer.finish([] { return run_of_block(columns); });
}

/// The knobs of a variant; `threads` is the default of a block.
constexpr Knobs knobs_of(int threads) {
  return {.precisions = both_precisions,
          .memory_kinds = all_memory_kinds,
          .blocks = BlockRule::one_dimensional,
          .default_block = {threads, 1},
          .mappings = mapping_1d};
}

inline unsigned blocks_for(int bodies, int each) {
  return static_cast<unsigned>(ceil_div(bodies, each));
}

/// The arguments of one of the job's steps. The scratch begins with bodies_bytes().
template <class T>
StepArguments<T> arguments_of(const IterateJob& job, int step) {
  const int count = bodies_of(job);
  return {.now = job.planes[0].row<const T>(0),
          .next = job.planes[1].row<T>(0),
          .bodies = bodies_half_way<T>(job, step),
          .count = count,
          .segment = segment_of(count),
          .rows = job.rows,
          .t = step_times<T>(job.parameters_as<Parameters>())};
}

/// Launches the kernel of a step's first half drift.
template <class T>
void drift_half(const IterateJob& job, const StepArguments<T>& a) {
  constexpr int threads = 256;
  const unsigned blocks = blocks_for(job.rows.count(), threads);
  go_half_way<<<blocks, threads, 0, job.stream>>>(a, traced_bodies(job, "half way", blocks, threads));
  HETEROSCOPE_LAUNCHED(go_half_way);
}

/// Calls `body.template operator()<T, How>(arguments)` for each of a job's steps in turn, after the first half drift.
template <class Body_>
void for_each_step(const IterateJob& job, Body_ body) {
  with_kernel_types(job, job.precision(), [&]<class T, Tracing How>() {
    for (int step = 0; step < job.steps; ++step) {
      const auto a = arguments_of<T>(job, step);
      if (job.trace != nullptr) job.trace->at_step(job.step + step, 1);
      drift_half(job, a);
      exchange_half_way(job, a.bodies, step);
      body.template operator()<T, How>(a);
      std::swap(job.planes[0], job.planes[1]);
    }
  });
}

}  // namespace heteroscope::nbody
