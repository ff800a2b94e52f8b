#include <mutex>

#include "core/device/per_gpu.hpp"
#include "kernels/blur/shared_tile.cuh"

namespace heteroscope::blur {
namespace {

__constant__ float mask_fp32[max_taps * max_taps];
__constant__ double mask_fp64[max_taps * max_taps];

template <class T, Tracing How>
__global__ void tiles(KernelArguments a, int slab_rows) {
  const BlockTimer<How> timer(a.trace);
  if constexpr (sizeof(T) == sizeof(float)) {
    blur_tiles<T>(a, slab_rows, mask_fp32);
  } else {
    blur_tiles<T>(a, slab_rows, mask_fp64);
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

/// The symbols exist once on a card, for all streams: a mask may be replaced only when the kernels that read it are
/// done. The streams pass an event on, in the order in which host threads launch, so that the device waits and no host
/// thread does. (As a kernel's parameter the mask would be in constant memory, too, without any turns, but at radius 32
/// in fp64 it takes 33.8 KB, and parameters end at 4 KB, from CUDA 12.1 and Volta on at 32 KB.)
class Turns {
 public:
  /// Calls `launch` when the stream's turn has come.
  template <class Launch>
  void take(cudaStream_t stream, Launch launch) {
    const std::lock_guard lock(mutex_);
    const cudaEvent_t last = last_.get([] {
      cudaEvent_t made = nullptr;
      HETEROSCOPE_CUDA(cudaEventCreateWithFlags(&made, cudaEventDisableTiming));
      return made;
    });
    HETEROSCOPE_CUDA(cudaStreamWaitEvent(stream, last));
    launch();
    HETEROSCOPE_CUDA(cudaEventRecord(last, stream));
  }

 private:
  std::mutex mutex_;
  PerGpu<cudaEvent_t> last_;
};

Turns turns;

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const std::vector<T> mask = square_mask<T>(job.parameters_as<Parameters>());
    const TileSlab slab = tile_slab<T>(job);
    turns.take(job.stream, [&] {
      const auto copy = [&](const auto& symbol) {
        HETEROSCOPE_CUDA(cudaMemcpyToSymbolAsync(symbol, mask.data(), mask.size() * sizeof(T), 0,
                                                 cudaMemcpyHostToDevice, job.stream));
      };
      if constexpr (sizeof(T) == sizeof(float)) {
        copy(mask_fp32);
      } else {
        copy(mask_fp64);
      }
      const dim3 grid = grid_over(job, job.output.size.width);
      const PieceSink trace = traced_grid(job, pass_of(job, "tiles"), grid);
      tiles<T, How><<<grid, block_of(job), slab.bytes, job.stream>>>(kernel_arguments(job, trace), slab.rows);
      HETEROSCOPE_LAUNCHED(tiles);
    });
  });
}

}  // namespace

extern const Variant cuda_shared_constant;
const Variant cuda_shared_constant{
    .processor = Processor::gpu,
    .summary = "CUDA: as cuda_shared; the mask in __constant__ memory, copied there before each launch.",
    .knobs = tile_knobs,
    .run = run};

}  // namespace heteroscope::blur
