#include <algorithm>
#include <memory>
#include <mutex>

#include "core/device/per_gpu.hpp"
#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

/// The kernel of threshold_cuda_1d.cu, in place.
template <class T, Tracing How>
__global__ void chunk_pixels(T* values, std::int64_t count, double mean, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  for (std::int64_t i = thread_in_grid(); i < count; i += threads_in_grid()) values[i] = binarized(values[i], mean);
  timer.finish([&] { return run_of_block(); });
}

constexpr int streams = 3;  // copying to the GPU, computing, copying back

/// Streams of a GPU beside the job's, which wait for it and for which it waits.
class SideStreams {
 public:
  SideStreams() {
    HETEROSCOPE_CUDA(cudaEventCreateWithFlags(&begun_, cudaEventDisableTiming));
    for (Side& each : sides_) {
      HETEROSCOPE_CUDA(cudaStreamCreateWithFlags(&each.stream, cudaStreamNonBlocking));
      HETEROSCOPE_CUDA(cudaEventCreateWithFlags(&each.done, cudaEventDisableTiming));
    }
  }

  /// Calls `body(k, stream k)` for each of so many parts, whose streams take turns. What is ahead in the job's stream
  /// precedes all of it, and what comes later in that stream follows. Jobs of several threads come one after the other.
  template <class Body>
  void take_turns(CUstream_st* of_job, int parts, Body body) {
    const std::lock_guard lock(mutex_);
    HETEROSCOPE_CUDA(cudaEventRecord(begun_, of_job));
    for (const Side& each : sides_) HETEROSCOPE_CUDA(cudaStreamWaitEvent(each.stream, begun_, 0));
    for (int k = 0; k < parts; ++k) body(k, sides_[k % streams].stream);
    for (const Side& each : sides_) {
      HETEROSCOPE_CUDA(cudaEventRecord(each.done, each.stream));
      HETEROSCOPE_CUDA(cudaStreamWaitEvent(of_job, each.done, 0));
    }
  }

 private:
  struct Side {
    cudaStream_t stream = nullptr;
    cudaEvent_t done = nullptr;
  };

  std::mutex mutex_;
  cudaEvent_t begun_ = nullptr;
  Side sides_[streams];
};

constexpr int chunk_sizes[] = {64, 256, 1024, 4096, 16384};  // KiB
constexpr Tunable tunables[] = {
    {.id = "chunk",
     .label = "Chunk, KiB",
     .help = "How much cuda_streams copies at a time. Small chunks: computing begins sooner, and less is left to copy "
             "at the end; large ones: fewer copies and launches, each of which takes some microseconds.",
     .values = chunk_sizes,
     .initial = 4096}};

std::size_t row_bytes(const MapJob& job) {
  return static_cast<std::size_t>(job.output.size.width) * bytes_of(job.output.precision);
}
/// Rows of a chunk: as many as fit, and at least one. They do not depend on the job's rows, of which it may be given a
/// part at a time.
int chunk_rows(const MapJob& job) {
  const std::size_t fit = (static_cast<std::size_t>(job.tunables[0]) << 10) / row_bytes(job);
  return static_cast<int>(std::clamp<std::size_t>(fit, 1, static_cast<std::size_t>(job.output.size.height)));
}

std::size_t scratch_bytes(const MapJob& job) {
  return streams * static_cast<std::size_t>(chunk_rows(job)) * row_bytes(job);
}

/// Goes through the rows in chunks, each of which is copied to the GPU's own memory, computed there and copied back. In
/// memory of the host (`--memory pinned`) the copies go over the bus, which carries both directions at once:
///
///     stream 0   to GPU │ compute │ back                to GPU │ compute │ back
///     stream 1            to GPU  │ compute │ back                to GPU │ …
///     stream 2                      to GPU  │ compute │ back
///
/// In memory of the GPU it copies within that, and shows nothing.
template <class T, Tracing How>
void launch(const MapJob& job, SideStreams& side) {
  constexpr std::int64_t most_blocks = 0x7fffffff;
  const int rows = chunk_rows(job);
  const std::int64_t chunk_values = std::int64_t{rows} * job.output.size.width;
  side.take_turns(job.stream, ceil_div(job.rows.count(), rows), [&](int k, CUstream_st* stream) {
    MapJob part = job;
    part.rows.begin = job.rows.begin + k * rows;
    part.rows.end = std::min(part.rows.begin + rows, job.rows.end);
    T* const chunk = static_cast<T*>(job.scratch) + k % streams * chunk_values;
    const std::int64_t count = values_of(part);
    const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(T);
    const unsigned blocks = blocks_over(count, job.block.x, most_blocks);
    const SpanSink trace = traced_line(part, pass_of(part, "chunk"), blocks, job.block.x);
    HETEROSCOPE_CUDA(cudaMemcpyAsync(chunk, job.input.row<const T>(part.rows.begin), bytes, cudaMemcpyDefault, stream));
    chunk_pixels<T, How><<<blocks, job.block.x, 0, stream>>>(chunk, count, mean_of(job), trace);
    HETEROSCOPE_LAUNCHED(chunk_pixels);
    HETEROSCOPE_CUDA(cudaMemcpyAsync(job.output.row<T>(part.rows.begin), chunk, bytes, cudaMemcpyDefault, stream));
  });
}

void run(const MapJob& job) {
  static auto* const of_gpu = new PerGpu<std::unique_ptr<SideStreams>>;  // never destroyed: at exit CUDA may be gone
  SideStreams& side = *of_gpu->get([] { return std::make_unique<SideStreams>(); });
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() { launch<T, How>(job, side); });
}

}  // namespace

extern const Variant threshold_cuda_streams;
const Variant threshold_cuda_streams{.processor = Processor::gpu,
                                     .summary =
                                         "CUDA: the kernel of cuda_1d in chunks; with pinned memory, chunks are copied "
                                         "to the GPU and back while others are computed (three streams).",
                                     .knobs = {.precisions = both_precisions,
                                               .memory_kinds = all_memory_kinds,
                                               .blocks = BlockRule::one_dimensional,
                                               .default_block = {256, 1},
                                               .mappings = mapping_1d,
                                               .tunables = tunables},
                                     .run = run,
                                     .scratch_bytes = scratch_bytes};

}  // namespace heteroscope::binarize
