#include "kernels/blur/shared_tile.cuh"

namespace heteroscope::blur {
namespace {

template <class T, bool Traced>
__global__ void tiles(KernelArguments a, int slab_rows, const T* __restrict__ mask) {
  BlockTracer<Traced> tracer(a.trace);
  blur_tiles(a, slab_rows, mask);
  tracer.finish();
}

void run(const MapJob& job) {
  with_kernel_types(job, job.output.precision, [&]<class T, bool Traced>() {
    const T* mask = upload_square_mask<T>(job);
    const TileSlab slab = tile_slab<T>(job);
    tiles<T, Traced><<<grid_over(job, job.output.size.width), block_of(job), slab.bytes, job.stream>>>(
        kernel_arguments(job), slab.rows, mask);
  });
  HETEROSCOPE_LAUNCHED(tiles);
}

}  // namespace

extern const Variant cuda_shared_restrict;
const Variant cuda_shared_restrict{
    .processor = Processor::gpu,
    .summary = "CUDA: as cuda_shared; the mask through a const __restrict__ pointer, so from the read-only cache.",
    .knobs = tile_knobs,
    .run = run,
    .scratch_bytes = square_mask_bytes};

}  // namespace heteroscope::blur
