#pragma once

#include <algorithm>

#include "core/run/gpu/launch.cuh"
#include "kernels/triangle/job.hpp"
#include "kernels/triangle/recursion.hpp"

namespace heteroscope::triangle {

/// The matrix that cells are written to.
template <class T>
struct Matrix {
  T* data;
  int n;  ///< columns
  Rows rows;
};

/// Computes a block's cells of one tile. `Square` says that the block has a thread for each cell.
template <Cost C, bool Square, class T>
__device__ void fill_tile(const Matrix<T>& matrix, const Points<T>& points, Tile tile) {
  const int side = static_cast<int>(max(blockDim.x, blockDim.y));
  const int first_row = tile.row * side;
  const int first_column = tile.column * side;
  const auto put = [&](int y, int x) {
    const int row = first_row + y;
    const int column = first_column + x;
    if (column > row || row >= matrix.rows.end || row < matrix.rows.begin) return;
    matrix.data[static_cast<std::int64_t>(row) * matrix.n + column] = cell_at<C>(points, row, column);
  };
  if constexpr (Square) {
    put(static_cast<int>(threadIdx.y), static_cast<int>(threadIdx.x));
  } else {
    for (int y = static_cast<int>(threadIdx.y); y < side; y += static_cast<int>(blockDim.y)) {
      for (int x = static_cast<int>(threadIdx.x); x < side; x += static_cast<int>(blockDim.x)) put(y, x);
    }
  }
}

/// One of a block's tiles as cells of a matrix with n columns, for the trace.
__device__ inline Cells cells_of_tile(int n, const Placed& placed, int which) {
  if (which >= placed.count) return {};
  const int side = static_cast<int>(max(blockDim.x, blockDim.y));
  const Tile tile = placed.tile[which];
  return rectangle(n, std::int64_t{tile.column} * side, std::int64_t{tile.row} * side, side, side);
}

/// The kernel of all mappings to square tiles: a thread a cell of a tile. `first_row` is the row of the grid with which
/// the launch begins.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md), n = 32768, `distance` in fp32, blocks of 16 × 16: rb
/// 1.56 ms, ltm 1.66, fr 1.68, fr_basic 2.21, rec 2.45 and bb 2.69 ms; seed 004 has 17.4 ms for bb, 17.9 for ltm, 12.5
/// for fr and 20.6 for fr_basic on a Tesla K40c.
template <class Mapping, Cost C, bool Square, class T, Tracing How>
__global__ void __launch_bounds__(1024)
    mapped_cells(Grid grid, int first_row, Matrix<T> matrix, Points<T> points, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const Placed placed = Mapping::place(grid, static_cast<int>(blockIdx.x), first_row + static_cast<int>(blockIdx.y));
#pragma unroll
  for (int i = 0; i < 2; ++i) {
    if (i < placed.count) fill_tile<C, Square>(matrix, points, placed.tile[i]);
  }
  timer.finish([&] { return cells_of_tile(matrix.n, placed, 0); });
  if (placed.count > 1) timer.also_second([&] { return cells_of_tile(matrix.n, placed, 1); });
}

template <class Mapping>
std::vector<Grid> grids_of(const MapJob& job) {
  const int side = tile_side(job.block);
  return Mapping::grids(tiles_over(job.rows.end, side), recursion_of(job.parameters_as<Parameters>(), side));
}

/// The rows of all grids, counted one after the other.
template <class Mapping>
Rows pieces_of(const MapJob& job) {
  Rows out;
  for (const Grid& each : grids_of<Mapping>(job)) out.end += each.rows;
  return out;
}

/// Calls `body.template operator()<C, Square, T, How>()` with the types and constants that the job asks for.
template <class Body>
void with_cell_types(const MapJob& job, Body body) {
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    with_cost(job.parameters_as<Parameters>().cost, [&]<Cost C>() {
      if (job.block.x == job.block.y) {
        body.template operator()<C, true, T, How>();
      } else {
        body.template operator()<C, false, T, How>();
      }
    });
  });
}

template <class T>
Matrix<T> matrix_of(const MapJob& job) {
  return {static_cast<T*>(job.output.data), job.output.size.width, job.rows};
}

/// The trace of a launch that computes so many of a grid's rows from `first_row` on; it belongs to the present pass.
inline SpanSink traced_rows(const MapJob& job, const Grid& grid, int first_row, int rows, const SpanShape& spans,
                            bool twice = false) {
  if (job.trace == nullptr) return {};
  return job.trace->begin_launch(
      {.columns = static_cast<std::uint32_t>(grid.columns),
       .rows = static_cast<std::uint32_t>(rows),
       .grid = grid.id,
       .first_number = static_cast<std::uint32_t>(first_row) * static_cast<std::uint32_t>(grid.columns),
       .twice = twice},
      spans);
}

/// The shape of square tiles in the result, for the trace.
inline SpanShape tile_shape(const MapJob& job) {
  return {.run = static_cast<std::uint64_t>(tile_side(job.block)),
          .stride = static_cast<std::uint64_t>(job.output.size.width)};
}

inline void begin_cells(const MapJob& job) {
  if (job.trace != nullptr) job.trace->begin_pass(pass_of(job, "cells"));
}

template <class Mapping>
void run_mapped(const MapJob& job) {
  constexpr int most_rows = 65535;  // of blocks, in one launch
  begin_cells(job);
  with_cell_types(job, [&]<Cost C, bool Square, class T, Tracing How>() {
    int before = 0;
    for (const Grid& grid : grids_of<Mapping>(job)) {
      const int end = std::min(job.pieces.end - before, grid.rows);
      for (int row = std::max(job.pieces.begin - before, 0); row < end; row += most_rows) {
        const dim3 blocks(static_cast<unsigned>(grid.columns), static_cast<unsigned>(std::min(end - row, most_rows)));
        mapped_cells<Mapping, C, Square, T, How><<<blocks, block_of(job), 0, job.stream>>>(
            grid, row, matrix_of<T>(job), points_of<T>(job),
            traced_rows(job, grid, row, static_cast<int>(blocks.y), tile_shape(job), true));
        HETEROSCOPE_LAUNCHED(mapped_cells);
      }
      before += grid.rows;
    }
  });
}

/// A variant that covers the triangle with that mapping; `run` launches it.
template <class Mapping>
Variant variant_of(std::string_view summary, JobFunction<void> run, JobFunction<Rows> pieces) {
  return {.processor = Processor::gpu,
          .summary = summary,
          .knobs = {.precisions = both_precisions,
                    .memory_kinds = all_memory_kinds,
                    .blocks = BlockRule::any,
                    .default_block = default_block,
                    .mappings = Mapping::ids},
          .run = run,
          .pieces = pieces};
}

template <class Mapping>
Variant mapped_variant(std::string_view summary) {
  return variant_of<Mapping>(summary, run_mapped<Mapping>, pieces_of<Mapping>);
}

}  // namespace heteroscope::triangle
