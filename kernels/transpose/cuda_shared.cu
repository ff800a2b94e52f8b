#include "kernels/transpose/launch.cuh"

namespace heteroscope::transpose {
namespace {

/// A block carries a tile of the input, an element a thread, through shared memory:
///
///     input              shared memory            output
///     . . . . . .        tile                     . . . .
///     . a b c . .   →    a b c              →     . a d .   a warp reads a row of the tile from the input and writes
///     . d e f . .        d e f                    . b e .   a column of it, which is a row of the output: both are
///     . . . . . .                                 . c f .   neighbors in global memory
///
/// The columns are read from shared memory, where the elements of a column lie `width` apart: at a width of 32 all of
/// them in one of the 32 banks, at 16 in two, so that a warp's accesses are serialized (bank conflicts;
/// cuda_shared_padded.cu avoids them). Measured on an NVIDIA H200 (2026-11-21, 16384², blocks of 16 × 16): 1.14 ms in
/// fp32 and 1.92 ms in fp64; without shared memory (cuda_global.cu, blocks of 8 × 32) 1.13 and 1.38 ms.
template <class T, Tracing How>
__global__ __launch_bounds__(1024) void tiles(FieldView in, FieldView out, Rows columns, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  extern __shared__ __align__(16) unsigned char memory[];
  T* const tile = reinterpret_cast<T*>(memory);
  const int width = static_cast<int>(blockDim.x);
  const int height = static_cast<int>(blockDim.y);
  const int pitch = width;
  // the element of the tile that this thread reads
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  // The element that it writes: consecutive threads write elements below each other. A square tile needs no division.
  const int column = width == height ? y : (y * width + x) / height;
  const int row = width == height ? x : (y * width + x) % height;
  const int left = columns.begin + blockIdx.x * width;
  const int step = gridDim.y * height;
  for (int top = blockIdx.y * height; top < in.size.height; top += step) {
    if (left + x < columns.end && top + y < in.size.height) {
      tile[y * pitch + x] = in.row<T>(top + y)[left + x];
    }
    __syncthreads();
    if (left + column < columns.end && top + row < in.size.height) {
      out.row<T>(left + column)[top + row] = tile[row * pitch + column];
    }
    __syncthreads();  // all threads have read the tile before the next one overwrites it
  }
  timer.finish([&] { return tile_of_input(in.size.height, columns.begin); });
}

void run(const MapJob& job) {
  launch_tiles(job, 0, [&]<class T, Tracing How>() { return tiles<T, How>; });
}

}  // namespace

extern const Variant cuda_shared;
const Variant cuda_shared{
    .processor = Processor::gpu,
    .summary = "CUDA: each block transposes a tile in shared memory, so that it reads rows and writes rows.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {16, 16},
              .mappings = mapping_2d},
    .run = run};

}  // namespace heteroscope::transpose
