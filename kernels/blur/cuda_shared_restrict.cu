#include "kernels/blur/tile_launch.cuh"

namespace heteroscope::blur {
namespace {

/// The kernel of cuda_shared.cu with a __restrict__ mask: the promise that nothing else points to the mask allows the
/// compiler to read it through the read-only cache. Measured on an NVIDIA H200 (2026-11-21): as fast as cuda_shared.cu.
template <class T, Tracing How>
__global__ void tiles(KernelArguments a, int slab_rows, const T* __restrict__ mask) {
  const BlockTimer<How> timer(a.trace);
  extern __shared__ double shared[];
  T* const slab = reinterpret_cast<T*>(shared);
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

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const T* mask = upload_square_mask<T>(job);
    const TileSlab slab = tile_slab<T>(job);
    const dim3 grid = grid_over(job, job.output.size.width);
    const SpanSink trace = traced_grid(job, pass_of(job, "tiles"), grid);
    tiles<T, How><<<grid, block_of(job), slab.bytes, job.stream>>>(kernel_arguments(job, trace), slab.rows, mask);
  });
  HETEROSCOPE_LAUNCHED(tiles);
}

}  // namespace

extern const Variant cuda_shared_restrict;
const Variant cuda_shared_restrict{
    .processor = Processor::gpu,
    .summary =
        "CUDA: like cuda_shared, but the mask is read through a const __restrict__ pointer (the "
        "read-only cache).",
    .knobs = tile_knobs,
    .run = run,
    .scratch_bytes = square_mask_bytes};

}  // namespace heteroscope::blur
