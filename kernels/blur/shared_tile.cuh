#pragma once

#include "kernels/blur/launch.cuh"
#include "kernels/blur/tile_slab.hpp"

namespace heteroscope::blur {

template <class T>
TileSlab tile_slab(const MapJob& job) {
  return tile_slab(job.block, job.parameters_as<Parameters>().radius, sizeof(T));
}

/// A thread a pixel of a block's tile, whose pixels and the apron of `radius` around them are brought to shared memory
/// first: each thread loads the value `radius` left of and above its own pixel and those whole blocks to the right of
/// and below it that the tile still has (seed 001: one block to the right, below and both, which is right as long as
/// 2 radius is no more than the block). A tile that does not fit comes in slabs from top to bottom, which leaves the
/// order of the sum as it is. `mask` is indexed row by row.
template <class T>
__device__ void blur_tiles(const KernelArguments& a, int slab_rows, const T* mask) {
  extern __shared__ double shared[];
  T* slab = reinterpret_cast<T*>(shared);
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
      __syncthreads();  // the slab before has been read
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
}

inline constexpr Knobs tile_knobs{.precisions = both_precisions,
                                  .memory_kinds = all_memory_kinds,
                                  .blocks = BlockRule::any,
                                  .default_block = {32, 16},
                                  .mappings = mapping_2d};

}  // namespace heteroscope::blur
