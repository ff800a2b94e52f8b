#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {
namespace {

template <class T, bool Traced>
__global__ void pulled(StepArguments<T> a) {
  BlockTracer<Traced> tracer(a.trace);
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
  tracer.finish();
}

void run(const IterateJob& job) {
  for_each_step(job, [&]<class T, bool Traced>(const StepArguments<T>& a) {
    const int threads = job.block.threads();
    pulled<T, Traced><<<blocks_for(job.rows.count(), threads), threads, 0, job.stream>>>(a);
    HETEROSCOPE_LAUNCHED(pulled);
  });
}

}  // namespace

extern const Variant advance_cuda_global;
const Variant advance_cuda_global{.processor = Processor::gpu,
                                  .summary = "CUDA: a thread a body, all others from global memory.",
                                  .knobs = knobs_of(128),
                                  .run = run,
                                  .scratch_bytes = bodies_bytes};

}  // namespace heteroscope::nbody
