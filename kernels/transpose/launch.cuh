#pragma once

#include "core/run/launch.cuh"
#include "kernels/transpose/tile_walk.hpp"

namespace heteroscope::transpose {

/// Blocks of the job's shape over the part of the input that becomes its rows: columns of the input. A grid has at most
/// 65535 blocks downward: kernels walk on from there.
inline dim3 grid_over_input(const MapJob& job) {
  const auto blocks = [](int cells, int threads) { return static_cast<unsigned>((cells - 1) / threads + 1); };
  return {blocks(job.rows.count(), job.block.x), min(blocks(job.input.size.height, job.block.y), 65535U)};
}

/// A tile of the block's shape a block, by way of shared memory, as BlockTile says.
template <class T, int Pad, bool Traced>
__global__ __launch_bounds__(1024) void block_tiles(FieldView in, FieldView out, Rows columns, BlockSink trace) {
  BlockTracer<Traced> tracer(trace);
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
  tracer.finish();
}

template <int Pad>
void run_block_tiles(const MapJob& job) {
  const BlockTile tile{job.block.x, job.block.y, Pad};
  const std::size_t bytes = static_cast<std::size_t>(tile.elements()) * bytes_of(job.output.precision);
  with_kernel_types(job, job.output.precision, [&]<class T, bool Traced>() {
    block_tiles<T, Pad, Traced>
        <<<grid_over_input(job), block_of(job), bytes, job.stream>>>(job.input, job.output, job.rows, job.block_trace);
  });
  HETEROSCOPE_LAUNCHED(block_tiles);
}

}  // namespace heteroscope::transpose
