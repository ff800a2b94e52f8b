#pragma once

#include "core/run/gpu/launch.cuh"
#include "kernels/transpose/tile_walk.hpp"

namespace heteroscope::transpose {

/// Blocks of the job's shape over the part of the input that becomes its rows: columns of the input. A grid has at most
/// 65535 blocks downward: kernels walk on from there.
inline dim3 grid_over_input(const MapJob& job) {
  const auto blocks = [](int cells, int threads) { return static_cast<unsigned>((cells - 1) / threads + 1); };
  return {blocks(job.rows.count(), job.block.x), min(blocks(job.input.size.height, job.block.y), 65535U)};
}

/// What becomes of the part of the input that a block's threads lie over.
__device__ inline Cells tile_of_input(int output_width, int first_row) {
  return rectangle(output_width, std::int64_t{blockIdx.y} * blockDim.y,
                   first_row + std::int64_t{blockIdx.x} * blockDim.x, static_cast<int>(blockDim.y),
                   static_cast<int>(blockDim.x));
}

/// Such tiles as a pass of the trace.
inline PieceSink traced_tiles(const MapJob& job, std::string_view name, dim3 grid) {
  const auto height = static_cast<std::uint64_t>(job.block.y);
  const bool walks = grid.y * height < static_cast<std::uint64_t>(job.input.size.height);
  return traced(job, pass_of(job, name), {.columns = grid.x, .rows = grid.y},
                {.run = height,
                 .stride = static_cast<std::uint64_t>(job.output.size.width),
                 .leap = walks ? grid.y * height : 0});
}

/// A tile of the block's shape a block, by way of shared memory, as BlockTile says.
template <class T, int Pad, Tracing How>
__global__ __launch_bounds__(1024) void block_tiles(FieldView in, FieldView out, Rows columns, PieceSink trace) {
  const BlockTimer<How> timer(trace);
  extern __shared__ __align__(16) unsigned char memory[];
  T* const held = reinterpret_cast<T*>(memory);
  const BlockTile tile{static_cast<int>(blockDim.x), static_cast<int>(blockDim.y), Pad};
  const Cell read{static_cast<int>(threadIdx.x), static_cast<int>(threadIdx.y)};
  // Square tiles need no division.
  const Cell written = tile.width == tile.height ? Cell{read.y, read.x} : tile.written_by(read.y * tile.width + read.x);
  const int x0 = columns.begin + blockIdx.x * tile.width;
  const int stride = gridDim.y * tile.height;
  for (int y0 = blockIdx.y * tile.height; y0 < in.size.height; y0 += stride) {
    if (x0 + read.x < columns.end && y0 + read.y < in.size.height) {
      held[tile.slot(read)] = in.row<T>(y0 + read.y)[x0 + read.x];
    }
    __syncthreads();
    if (x0 + written.x < columns.end && y0 + written.y < in.size.height) {
      out.row<T>(x0 + written.x)[y0 + written.y] = held[tile.slot(written)];
    }
    __syncthreads();  // before the next tile takes this one's place
  }
  timer.finish([&] { return tile_of_input(in.size.height, columns.begin); });
}

template <int Pad>
void run_block_tiles(const MapJob& job) {
  const BlockTile tile{job.block.x, job.block.y, Pad};
  const std::size_t bytes = static_cast<std::size_t>(tile.elements()) * bytes_of(job.output.precision);
  const dim3 grid = grid_over_input(job);
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    block_tiles<T, Pad, How>
        <<<grid, block_of(job), bytes, job.stream>>>(job.input, job.output, job.rows, traced_tiles(job, "tiles", grid));
  });
  HETEROSCOPE_LAUNCHED(block_tiles);
}

}  // namespace heteroscope::transpose
