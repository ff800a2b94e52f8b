#pragma once

#include "core/run/gpu/launch.cuh"
#include "kernels/transpose/tile_walk.hpp"

namespace heteroscope::transpose {

/// Blocks of the job's shape over the part of the input that becomes its rows, which is some of the input's columns. A
/// grid has at most 65535 blocks in y; blocks loop over further rows.
inline dim3 grid_over_input(const MapJob& job) {
  const auto blocks = [](int cells, int threads) { return static_cast<unsigned>((cells - 1) / threads + 1); };
  return {blocks(job.rows.count(), job.block.x), min(blocks(job.input.size.height, job.block.y), 65535U)};
}

/// The part of the output that a block's threads compute.
__device__ inline Cells tile_of_input(int output_width, int first_row) {
  return rectangle(output_width, std::int64_t{blockIdx.y} * blockDim.y,
                   first_row + std::int64_t{blockIdx.x} * blockDim.x, static_cast<int>(blockDim.y),
                   static_cast<int>(blockDim.x));
}

/// The trace of a pass over such tiles.
inline SpanSink traced_tiles(const MapJob& job, std::string_view name, dim3 grid) {
  const auto height = static_cast<std::uint64_t>(job.block.y);
  const bool walks = grid.y * height < static_cast<std::uint64_t>(job.input.size.height);
  return traced(job, pass_of(job, name), {.columns = grid.x, .rows = grid.y},
                {.run = height,
                 .stride = static_cast<std::uint64_t>(job.output.size.width),
                 .leap = walks ? grid.y * height : 0});
}

/// Launches a kernel, `kernel_of.template operator()<T, How>()`, in blocks of the job's shape, with shared memory for
/// one tile of a block's shape whose rows are `pad` elements longer.
template <class KernelOf>
void launch_tiles(const MapJob& job, int pad, KernelOf kernel_of) {
  const BlockTile tile{job.block.x, job.block.y, pad};
  const std::size_t bytes = static_cast<std::size_t>(tile.elements()) * bytes_of(job.output.precision);
  const dim3 grid = grid_over_input(job);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    const auto kernel = kernel_of.template operator()<T, How>();
    kernel<<<grid, block_of(job), bytes, job.stream>>>(job.input, job.output, job.rows,
                                                       traced_tiles(job, "tiles", grid));
  });
  HETEROSCOPE_LAUNCHED(tiles);
}

}  // namespace heteroscope::transpose
