#pragma once

#include <algorithm>

#include "core/model/warp_recorder.hpp"
#include "kernels/triangle/mapped_blocks.hpp"

namespace heteroscope::triangle {

/// The arrays: the result, and the table of points, whose first row has x and whose second has y.
inline AccessPattern pattern_of(const AccessProblem& p) {
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  return {.launches = {},
          .arrays = {{"points", false, bytes, {p.output.size.width, 2}}, {"result", false, bytes, p.output.size}},
          .warp_at = {},
          .work = {}};
}

/// Each lane computes one cell, as `put` (mapped.cuh) does: `cell(lane)` says which, if any.
template <class CellOf>
void put_cells(WarpRecorder& warp, int bytes, int n, bool reads, CellOf cell) {
  const auto place = [&](auto unit) {
    return [&cell, unit](const WarpLane& lane) {
      const std::optional<Tile> at = cell(lane);
      return at ? Unit(unit(*at)) : Unit();
    };
  };
  if (reads) {
    warp.load("points", bytes, place([](Tile at) { return at.row; }));
    warp.load("points", bytes, place([n](Tile at) { return n + at.row; }));
    warp.load("points", bytes, place([](Tile at) { return at.column; }));
    warp.load("points", bytes, place([n](Tile at) { return n + at.column; }));
  }
  warp.store("result", bytes, place([n](Tile at) { return std::int64_t{at.row} * n + at.column; }));
  for (const WarpLane& lane : warp.lanes()) {
    if (const std::optional<Tile> at = cell(lane)) warp.computes(lane, at->column, at->row);
  }
}

/// The accesses of the kernel `mapped_cells` (mapped.cuh) with a mapping; `nested_cells` (cuda_dp.cu) does the same to
/// its tiles.
template <class Mapping>
AccessPattern mapped_accesses(const AccessProblem& p) {
  const auto& parameters = *std::any_cast<Parameters>(p.parameters);
  const BlockShape block = p.block;
  const Size size = p.output.size;
  const int side = tile_side(block);
  const auto grids = Mapping::grids(tiles_over(size.height, side), recursion_of(parameters, side));
  AccessPattern out = pattern_of(p);
  for (const Grid& each : grids) {
    out.launches.push_back({.label = label_text(Mapping::label(each)),
                            .columns = each.columns,
                            .rows = each.rows,
                            .warps = warps_of(block.threads()),
                            .block = block});
  }
  out.warp_at = [grids, block, side](int x, int y) -> std::optional<WarpPlace> {
    if (x > y) return std::nullopt;
    const Tile tile{y / side, x / side};
    for (std::size_t g = 0; g < grids.size(); ++g) {
      const auto found = Mapping::block_of(grids[g], tile);
      if (!found) continue;
      const Placed placed = Mapping::place(grids[g], found->x, found->y);
      if (std::find(placed.tile, placed.tile + placed.count, tile) == placed.tile + placed.count) continue;
      const int thread = y % side % block.y * block.x + x % side % block.x;
      return WarpPlace{static_cast<int>(g), std::int64_t{found->y} * grids[g].columns + found->x,
                       thread / lanes_of_a_warp, 0};
    }
    return std::nullopt;
  };
  const bool reads = parameters.cost != Cost::constant;
  out.work = [=, bytes = static_cast<int>(bytes_of(p.precision))](const WarpPlace& at) {
    const Grid& grid = grids[static_cast<std::size_t>(at.launch)];
    const Placed placed =
        Mapping::place(grid, static_cast<int>(at.block % grid.columns), static_cast<int>(at.block / grid.columns));
    WarpRecorder warp(block, at.warp);
    for (int i = 0; i < placed.count; ++i) {
      for (int down = 0; down < side; down += block.y) {
        for (int across = 0; across < side; across += block.x) {
          put_cells(warp, bytes, size.width, reads, [&](const WarpLane& lane) -> std::optional<Tile> {
            const int y = down + lane.y;
            const int x = across + lane.x;
            const Tile cell{placed.tile[i].row * side + y, placed.tile[i].column * side + x};
            const bool computed = y < side && x < side && cell.column <= cell.row && cell.row < size.height;
            return computed ? std::optional(cell) : std::nullopt;
          });
        }
      }
    }
    return warp.take();
  };
  return out;
}

}  // namespace heteroscope::triangle
