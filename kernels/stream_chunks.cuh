#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <mutex>

#include "core/device/per_gpu.hpp"
#include "core/run/gpu/launch.cuh"

/// What the variants cuda_streams have in common: a map's rows are computed in chunks in the GPU's own memory, in
/// streams that take turns, so that chunks are copied while others are computed.
namespace heteroscope::chunks {

inline constexpr int streams = 3;                             // copying to the GPU, computing, copying back
inline constexpr int sizes[] = {64, 256, 1024, 4096, 16384};  // KiB

/// The choice of the chunks' size, by which a variant has its first tunable.
constexpr Tunable size_tunable(std::string_view id) {
  return {.id = id,
          .label = "Chunk, KiB",
          .help =
              "How much cuda_streams copies at a time. Small chunks: computing begins sooner, and less is left to copy "
              "at the end; large ones: fewer copies and launches, each of which takes some microseconds.",
          .values = sizes,
          .initial = 4096};
}

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
  /// precedes all of it, and what comes later in that stream follows, even if the body throws: parts that it has asked
  /// for until then still use the job's memory. Jobs of several threads come one after the other.
  template <class Body>
  void take_turns(CUstream_st* of_job, int parts, Body body) {
    const std::lock_guard lock(mutex_);
    HETEROSCOPE_CUDA(cudaEventRecord(begun_, of_job));
    for (const Side& each : sides_) HETEROSCOPE_CUDA(cudaStreamWaitEvent(each.stream, begun_, 0));
    try {
      for (int k = 0; k < parts; ++k) body(k, sides_[k % streams].stream);
    } catch (...) {
      device::report(join(of_job), "cudaStreamWaitEvent");
      throw;
    }
    HETEROSCOPE_CUDA(join(of_job));
  }

 private:
  struct Side {
    cudaStream_t stream = nullptr;
    cudaEvent_t done = nullptr;
  };

  /// Has the job's stream wait for each of these streams that can be waited for, and returns the first error.
  cudaError_t join(CUstream_st* of_job) {
    cudaError_t out = cudaSuccess;
    for (const Side& each : sides_) {
      cudaError_t status = cudaEventRecord(each.done, each.stream);
      if (status == cudaSuccess) status = cudaStreamWaitEvent(of_job, each.done, 0);
      if (out == cudaSuccess) out = status;
    }
    return out;
  }

  std::mutex mutex_;
  cudaEvent_t begun_ = nullptr;
  Side sides_[streams];
};

/// Those of the GPU in use.
inline SideStreams& side_streams() {
  static auto* const of_gpu = new PerGpu<std::unique_ptr<SideStreams>>;  // never destroyed: at exit CUDA may be gone
  return *of_gpu->get([] { return std::make_unique<SideStreams>(); });
}

inline std::size_t bytes_of_row(const MapJob& job) {
  return static_cast<std::size_t>(job.output.size.width) * bytes_of(job.output.precision);
}
/// Rows of a chunk: as many as fit, and at least one. They do not depend on the job's rows, of which it may be given a
/// part at a time.
inline int rows_of_chunk(const MapJob& job) {
  const std::size_t fit = (static_cast<std::size_t>(job.tunables[0]) << 10) / bytes_of_row(job);
  return static_cast<int>(std::clamp<std::size_t>(fit, 1, static_cast<std::size_t>(job.output.size.height)));
}

/// What a variant with for_each() asks for as its scratch: a chunk a stream.
inline std::size_t scratch_bytes(const MapJob& job) {
  return streams * static_cast<std::size_t>(rows_of_chunk(job)) * bytes_of_row(job);
}

/// Goes through the rows of a job in chunks. For each it calls `compute(part, chunk)`, which asks `part.stream` for the
/// values of the rows `part.rows` in `chunk`, row by row; then they are copied to the output. In memory of the host
/// (`--memory pinned`) the copies go over the bus, which carries both directions at once:
///
///     stream 0   to GPU │ compute │ back                to GPU │ compute │ back
///     stream 1            to GPU  │ compute │ back                to GPU │ …
///     stream 2                      to GPU  │ compute │ back
///
/// In memory of the GPU it copies within that, and shows nothing.
template <class Compute>
void for_each(const MapJob& job, Compute compute) {
  const int rows = rows_of_chunk(job);
  const std::size_t row = bytes_of_row(job);
  side_streams().take_turns(job.stream, ceil_div(job.rows.count(), rows), [&](int k, CUstream_st* stream) {
    MapJob part = job;
    part.stream = stream;
    part.rows.begin = job.rows.begin + k * rows;
    part.rows.end = std::min(part.rows.begin + rows, job.rows.end);
    std::byte* const chunk = static_cast<std::byte*>(job.scratch) +
                             static_cast<std::size_t>(k % streams) * static_cast<std::size_t>(rows) * row;
    compute(static_cast<const MapJob&>(part), static_cast<void*>(chunk));
    std::byte* const to = static_cast<std::byte*>(job.output.data) + static_cast<std::size_t>(part.rows.begin) * row;
    HETEROSCOPE_CUDA(
        cudaMemcpyAsync(to, chunk, static_cast<std::size_t>(part.rows.count()) * row, cudaMemcpyDefault, stream));
  });
}

}  // namespace heteroscope::chunks
