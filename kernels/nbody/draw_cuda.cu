#include "kernels/nbody/launch.cuh"
#include "kernels/nbody/view.hpp"

namespace heteroscope::nbody {
namespace {

/// Draws a body a thread with atomic additions. Counts are whole numbers that both precisions hold exactly, so the sum
/// does not depend on the order. Measured on an NVIDIA H200 (2026-11-23, docs/performance.md): 65536 bodies into 1024 ×
/// 1024 pixels take 0.009 ms.
template <class T>
__global__ void covered(const T* bodies, int count, View<T> view, T* picture, Rows rows, SpanSink trace) {
  const BlockTimer<> timer(trace);
  const int i = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  if (i < count) {
    view.cover(bodies + static_cast<std::ptrdiff_t>(i) * columns, rows,
               [&](int x, int y) { atomicAdd(picture + static_cast<std::ptrdiff_t>(y) * view.size.width + x, T(1)); });
  }
  timer.finish([] { return run_of_block(columns); });
}

void run(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    const auto view = view_of<T>(job.parameters_as<Parameters>(), job.output.size);
    const std::size_t row = sizeof(T) * static_cast<std::size_t>(view.size.width);
    HETEROSCOPE_CUDA(cudaMemsetAsync(job.output.row<T>(job.rows.begin), 0,
                                     row * static_cast<std::size_t>(job.rows.count()), job.stream));
    const int threads = job.block.threads();
    const int count = job.input.size.height;
    const unsigned blocks = blocks_for(count, threads);
    const PassShape pass{"draw", Over::input, job.input.size, {{0, columns}, {0, count}}};
    const SpanSink trace = traced_line(job, pass, blocks, std::int64_t{columns} * threads);
    covered<T><<<blocks, threads, 0, job.stream>>>(job.input.row<const T>(0), count, view, job.output.row<T>(0),
                                                   job.rows, trace);
    HETEROSCOPE_LAUNCHED(covered);
  });
}

}  // namespace

extern const Variant draw_cuda;
const Variant draw_cuda{.processor = Processor::gpu,
                        .summary = "CUDA: one thread per body, which adds it to its pixels.",
                        .knobs = knobs_of(128),
                        .run = run};

}  // namespace heteroscope::nbody
