#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {
namespace {

/// A thread a body, which reads all others through the caches. Measured on an NVIDIA H200 (2026-11-23,
/// docs/performance.md): a step of 65536 bodies takes 5.23 ms in fp32 and 10.56 ms in fp64, 0.478 and 0.536 of the
/// ceiling of fused multiply-adds.
template <class T, Tracing How>
__global__ void pulled(StepArguments<T> a, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int i = a.rows.begin + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < a.rows.end) {
    const Body<T> at = a.bodies[i];
    Vector<T> sum{};
    for (int begin = 0; begin < a.count; begin += a.segment) {
      const int end = min(begin + a.segment, a.count);
      Vector<T> part{};
      for (int j = begin; j < end; ++j) add_pull(part, at, a.bodies[j], a.t.softening_squared);
      add(sum, part);
    }
    finish_step(a.out(i), a.row(i), at, sum, a.t);
  }
  timer.finish([] { return run_of_block(columns); });
}

void run(const IterateJob& job) {
  for_each_step(job, [&]<class T, Tracing How>(const StepArguments<T>& a) {
    const int threads = job.block.threads();
    const unsigned blocks = blocks_for(job.rows.count(), threads);
    pulled<T, How><<<blocks, threads, 0, job.stream>>>(a, traced_bodies(job, "advance", blocks, threads));
    HETEROSCOPE_LAUNCHED(pulled);
  });
}

}  // namespace

extern const Variant advance_cuda_global;
const Variant advance_cuda_global{.processor = Processor::gpu,
                                  .summary = "CUDA: one thread per body, which reads all others from global memory.",
                                  .knobs = knobs_of(128),
                                  .run = run,
                                  .scratch_bytes = bodies_bytes};

}  // namespace heteroscope::nbody
