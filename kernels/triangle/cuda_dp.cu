#include "core/run/gpu/pending_launches.hpp"
#include "kernels/triangle/mapped.cuh"
#include "kernels/triangle/mapping/dp.hpp"

// The kernels here launch kernels (dynamic parallelism), which takes compiler options of its own: see
// kernels/CMakeLists.txt.
namespace heteroscope::triangle {
namespace {

/// The dimensions of a launch. A grid has at most 65535 blocks in y; blocks loop over further rows.
__host__ __device__ dim3 blocks_of(const Grid& grid) {
  return {static_cast<unsigned>(grid.columns), static_cast<unsigned>(grid.rows < 65535 ? grid.rows : 65535)};
}

/// Computes the tiles of a grid, and the block (0, 0) launches the grids below it. What a block launches into its
/// default stream runs in order, each launch including all that it launches itself.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), n = 32768, `distance` in fp32, blocks of 16 × 16: 3.62
/// ms, 1.35 times as long as the bounding box; seed 004 has 47.9 ms on a Tesla K40c, 2.7 times.
template <Cost C, bool Square, class T, Tracing How>
__global__ void __launch_bounds__(1024) nested_cells(Grid grid, Recursion recursion, Siblings siblings,
                                                     Matrix<T> matrix, Points<T> points, SpanSink trace) {
  const auto number = [&] {  // the index of the block's tile, counted row by row
    return static_cast<std::uint32_t>(grid.first_row + static_cast<int>(blockIdx.y)) *
               static_cast<std::uint32_t>(grid.tiles) +
           static_cast<std::uint32_t>(grid.first_column) + blockIdx.x;
  };
  const NumberedTimer<BlockThreads, How> timer(trace, number());
  const bool leads = blockIdx.x == 0 && blockIdx.y == 0 && threadIdx.x == 0 && threadIdx.y == 0;
  if (leads && !grid.diagonal) {
    for (int which = 0; which < 2; ++which) {
      const Grid child = Dp::child_of(grid, which, recursion);
      nested_cells<C, Square, T, How>
          <<<blocks_of(child), blockDim, 0, siblings == Siblings::together ? cudaStreamFireAndForget : nullptr>>>(
              child, recursion, siblings, matrix, points, trace);
    }
  }
  for (int y = static_cast<int>(blockIdx.y); y < grid.rows; y += static_cast<int>(gridDim.y)) {
    const Placed placed = Dp::place(grid, static_cast<int>(blockIdx.x), y);
    if (placed.count > 0) fill_tile<C, Square>(matrix, points, placed.tile[0]);
  }
  timer.finish(number(), [&] {
    return cells_of_tile(matrix.n, Dp::place(grid, static_cast<int>(blockIdx.x), static_cast<int>(blockIdx.y)), 0);
  });
}

/// The trace of all launches: each block's record has the place of its tile in the matrix of tiles, whoever launches
/// it.
SpanSink traced_tree(const MapJob& job, const std::vector<Grid>& grids) {
  if (job.trace == nullptr) return {};
  begin_cells(job);
  const auto tiles = static_cast<std::uint32_t>(grids.front().tiles);
  const SpanSink sink = job.trace->begin_table(tiles, tiles);
  for (const Grid& each : grids) {
    job.trace->add_to_table(
        {.columns = static_cast<std::uint32_t>(each.columns),
         .rows = static_cast<std::uint32_t>(each.rows),
         .grid = each.id,
         .parent = each.id / 2},
        tile_shape(job),
        static_cast<std::uint32_t>(each.first_row) * tiles + static_cast<std::uint32_t>(each.first_column));
  }
  return sink;
}

void run(const MapJob& job) {
  const std::vector<Grid> grids = grids_of<Dp>(job);
  const SpanSink trace = traced_tree(job, grids);
  make_room_for_launches(grids.size());
  const Grid& first = grids.front();
  const auto& p = job.parameters_as<Parameters>();
  with_cell_types(job, [&]<Cost C, bool Square, class T, Tracing How>() {
    nested_cells<C, Square, T, How><<<blocks_of(first), block_of(job), 0, job.stream>>>(
        first, recursion_of(p, tile_side(job.block)), p.siblings, matrix_of<T>(job), points_of<T>(job), trace);
    HETEROSCOPE_LAUNCHED(nested_cells);
  });
}

Rows one_piece(const MapJob&) {
  return {0, 1};
}

}  // namespace

extern const Variant cuda_dp;
const Variant cuda_dp = variant_of<Dp>(
    "Dynamic parallelism: a kernel computes a square and launches kernels for the two triangles "
    "beside it.",
    run, one_piece);

}  // namespace heteroscope::triangle
