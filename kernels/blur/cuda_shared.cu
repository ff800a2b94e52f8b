#include "kernels/blur/shared_tile.cuh"

namespace heteroscope::blur {
namespace {

template <class T, Tracing How>
__global__ void tiles(KernelArguments a, int slab_rows, const T* mask) {
  const BlockTimer<How> timer(a.trace);
  blur_tiles(a, slab_rows, mask);
  timer.finish([&] { return cells_of_block(a.output.size.width, a.rows.begin); });
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const T* mask = upload_square_mask<T>(job);
    const TileSlab slab = tile_slab<T>(job);
    const dim3 grid = grid_over(job, job.output.size.width);
    const PieceSink trace = traced_grid(job, pass_of(job, "tiles"), grid);
    tiles<T, How><<<grid, block_of(job), slab.bytes, job.stream>>>(kernel_arguments(job, trace), slab.rows, mask);
  });
  HETEROSCOPE_LAUNCHED(tiles);
}

}  // namespace

extern const Variant cuda_shared;
const Variant cuda_shared{.processor = Processor::gpu,
                          .summary = "CUDA: a tile with its apron in shared memory; the mask from global memory.",
                          .knobs = tile_knobs,
                          .run = run,
                          .scratch_bytes = square_mask_bytes};

}  // namespace heteroscope::blur
