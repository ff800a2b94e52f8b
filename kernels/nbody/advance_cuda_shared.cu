#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {
namespace {

/// Tiled n-body (Nyland, Harris and Prins, Fast N-body simulation with CUDA, GPU Gems 3, chapter 31, 2007): the threads
/// of a block bring a tile of as many bodies to shared memory, and each of their own bodies is pulled by all of it.
/// Measured on an NVIDIA H200 (2026-11-23, docs/performance.md): a step of 65536 bodies takes 3.86 ms in fp32 and 7.22
/// ms in fp64, 0.648 and 0.784 of the ceiling of fused multiply-adds.
template <class T, Tracing How>
__global__ void pulled(StepArguments<T> a, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  extern __shared__ __align__(32) unsigned char memory[];
  auto* const tile = reinterpret_cast<Body<T>*>(memory);
  const int threads = static_cast<int>(blockDim.x);
  const int me = static_cast<int>(threadIdx.x);
  const int i = a.rows.begin + static_cast<int>(blockIdx.x) * threads + me;
  const Body<T> at = a.bodies[min(i, a.rows.end - 1)];
  Vector<T> sum{};
  for (int begin = 0; begin < a.count; begin += a.segment) {
    const int end = min(begin + a.segment, a.count);
    Vector<T> part{};
    for (int from = begin; from < end; from += threads) {
      const int some = min(threads, end - from);
      if (me < some) tile[me] = a.bodies[from + me];
      __syncthreads();
#pragma unroll 8
      for (int j = 0; j < some; ++j) add_pull(part, at, tile[j], a.t.softening_squared);
      __syncthreads();
    }
    add(sum, part);
  }
  if (i < a.rows.end) finish_step(a.out(i), a.row(i), at, sum, a.t);
  timer.finish([] { return run_of_block(columns); });
}

void run(const IterateJob& job) {
  for_each_step(job, [&]<class T, Tracing How>(const StepArguments<T>& a) {
    const int threads = job.block.threads();
    const std::size_t tile = sizeof(Body<T>) * static_cast<std::size_t>(threads);
    const unsigned blocks = blocks_for(job.rows.count(), threads);
    pulled<T, How><<<blocks, threads, tile, job.stream>>>(a, traced_bodies(job, "advance", blocks, threads));
    HETEROSCOPE_LAUNCHED(pulled);
  });
}

}  // namespace

extern const Variant advance_cuda_shared;
const Variant advance_cuda_shared{
    .processor = Processor::gpu,
    .summary = "CUDA: one thread per body; each block loads tiles of the other bodies into shared memory.",
    .knobs = knobs_of(256),
    .run = run,
    .scratch_bytes = bodies_bytes};

}  // namespace heteroscope::nbody
