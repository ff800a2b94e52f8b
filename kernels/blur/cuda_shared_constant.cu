#include <mutex>

#include "core/device/per_gpu.hpp"
#include "kernels/blur/tile_launch.cuh"

namespace heteroscope::blur {
namespace {

__constant__ float mask_fp32[max_taps * max_taps];
__constant__ double mask_fp64[max_taps * max_taps];

template <class T>
__device__ const T* constant_mask() {
  if constexpr (sizeof(T) == sizeof(float)) {
    return mask_fp32;
  } else {
    return mask_fp64;
  }
}

/// The kernel of cuda_shared.cu with the mask in constant memory: all threads of a warp read the same weight at a time,
/// which the constant cache broadcasts. Measured on an NVIDIA H200 (2026-11-21, 8192², radius 5): 2.30 ms in fp32 and
/// 2.48 ms in fp64; with the mask in global memory 2.63 and 4.06 ms.
template <class T, Tracing How>
__global__ void tiles(KernelArguments a, int slab_rows) {
  const BlockTimer<How> timer(a.trace);
  extern __shared__ double shared[];
  T* const slab = reinterpret_cast<T*>(shared);
  const T* const mask = constant_mask<T>();
  const int taps = 2 * a.radius + 1;
  const int block_x = static_cast<int>(blockDim.x);
  const int block_y = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x);
  const int row = static_cast<int>(threadIdx.y);
  const int tile_width = block_x + taps - 1;
  const int tile_rows = block_y + taps - 1;
  const int left = static_cast<int>(blockIdx.x) * block_x;
  const int step = static_cast<int>(gridDim.y) * block_y;
  for (int top = a.rows.begin + static_cast<int>(blockIdx.y) * block_y; top < a.rows.end; top += step) {
    T sum = 0;
    for (int first = 0; first < tile_rows; first += slab_rows) {
      const int end = min(first + slab_rows, tile_rows);
      __syncthreads();  // all threads have read the previous slab
      for (int j = first + row; j < end; j += block_y) {
        const int source = border_index(top - a.radius + j, a.input.size.height, a.border);
        const BorderedRow<T> values{source < 0 ? nullptr : a.input.row<const T>(source), left - a.radius,
                                    a.input.size.width, a.border};
        for (int i = column; i < tile_width; i += block_x) slab[(j - first) * tile_width + i] = values[i];
      }
      __syncthreads();
      // the mask's rows that lie over this slab
      for (int k = max(first - row, 0); k < min(end - row, taps); ++k) {
        sum = add_line(sum, mask + k * taps, slab + (row + k - first) * tile_width + column, taps);
      }
    }
    const int x = left + column;
    const int y = top + row;
    if (x < a.output.size.width && y < a.rows.end) a.output.row<T>(y)[x] = sum;
  }
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

/// The use of the constant symbols by streams in turn. They exist once on a card, for all streams, so a mask may be
/// replaced only when the kernels that read it are done. Each stream waits for an event of the one before, in the order
/// in which host threads launch, so that the device waits and no host thread does. (A kernel parameter would be in
/// constant memory, too, without any waiting; but at radius 32 in fp64 the mask takes 33.8 KB, and parameters end at 4
/// KB, or at 32 KB from CUDA 12.1 and Volta on.)
class Turns {
 public:
  /// Calls `launch` in the stream's turn.
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
      const SpanSink trace = traced_grid(job, pass_of(job, "tiles"), grid);
      tiles<T, How><<<grid, block_of(job), slab.bytes, job.stream>>>(kernel_arguments(job, trace), slab.rows);
      HETEROSCOPE_LAUNCHED(tiles);
    });
  });
}

}  // namespace

extern const Variant cuda_shared_constant;
const Variant cuda_shared_constant{
    .processor = Processor::gpu,
    .summary = "CUDA: like cuda_shared, but the mask is in __constant__ memory, copied there before each launch.",
    .knobs = tile_knobs,
    .run = run};

}  // namespace heteroscope::blur
