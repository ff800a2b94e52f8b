#include "kernels/transpose/accesses.hpp"

#include <algorithm>

#include "core/model/walked_grid.hpp"
#include "kernels/transpose/tile_walk.hpp"
#include "kernels/transpose/tuning.hpp"

namespace heteroscope::transpose {
namespace {

/// Indices into both images. Cells of the result are those of the input with x and y exchanged.
struct Places {
  Size in;
  [[nodiscard]] bool inside(int x, int y) const { return x < in.width && y < in.height; }
  [[nodiscard]] std::int64_t input(int x, int y) const { return std::int64_t{y} * in.width + x; }
  [[nodiscard]] std::int64_t result(int x, int y) const { return std::int64_t{x} * in.height + y; }
};

AccessPattern pattern_of(const AccessProblem& p, AccessLaunch launch) {
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  return {.launches = {launch},
          .arrays = {{"input", false, bytes, p.input}, {"result", false, bytes, {p.input.height, p.input.width}}},
          .warp_at = {},
          .work = {}};
}

/// The accesses of the kernel `elements` (cuda_global.cu).
AccessPattern global(const AccessProblem& p) {
  const Places places{p.input};
  const auto grid = WalkedGrid::over(p.input, p.block);
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  AccessPattern out = pattern_of(p, grid.launch("elements"));
  out.warp_at = [grid](int x, int y) { return grid.place_of(0, y, x); };
  out.work = [places, grid, bytes](const WarpPlace& at) {
    WarpRecorder warp(grid.block, at.warp);
    const int left = grid.left(at);
    const int top = grid.top(at);
    const auto inside = [&](const WarpLane& lane) { return places.inside(left + lane.x, top + lane.y); };
    warp.load("input", bytes, [&](const WarpLane& lane) {
      return inside(lane) ? Unit(places.input(left + lane.x, top + lane.y)) : Unit();
    });
    warp.store("result", bytes, [&](const WarpLane& lane) {
      return inside(lane) ? Unit(places.result(left + lane.x, top + lane.y)) : Unit();
    });
    for (const WarpLane& lane : warp.lanes()) {
      if (inside(lane)) warp.computes(lane, top + lane.y, left + lane.x);
    }
    return warp.take();
  };
  return out;
}

/// The accesses of the kernels `tiles` (cuda_shared.cu, and with Pad 1 cuda_shared_padded.cu).
template <int Pad>
AccessPattern tiles(const AccessProblem& p) {
  const Places places{p.input};
  const BlockTile tile{p.block.x, p.block.y, Pad};
  const auto grid = WalkedGrid::over(p.input, p.block);
  const auto bytes = static_cast<int>(bytes_of(p.precision));
  AccessPattern out = pattern_of(p, grid.launch("tiles"));
  out.arrays.push_back({"tile", true, bytes, {tile.width + tile.pad, tile.height}});
  out.warp_at = [grid, tile](int x, int y) {
    // the thread that writes it; threads write the tile's columns one after the other
    return grid.place_of(0, y, x, y % tile.width * tile.height + x % tile.height);
  };
  out.work = [places, grid, tile, bytes](const WarpPlace& at) {
    WarpRecorder warp(grid.block, at.warp);
    const int left = grid.left(at);
    const int top = grid.top(at);
    const auto if_inside = [&](Cell cell, std::int64_t unit) {
      return places.inside(left + cell.x, top + cell.y) ? Unit(unit) : Unit();
    };
    const auto read = [&](const WarpLane& lane) { return tile.read_by(lane.thread); };
    const auto written = [&](const WarpLane& lane) { return tile.written_by(lane.thread); };
    warp.load("input", bytes, [&](const WarpLane& lane) {
      return if_inside(read(lane), places.input(left + read(lane).x, top + read(lane).y));
    });
    warp.store_shared("tile", bytes,
                      [&](const WarpLane& lane) { return if_inside(read(lane), tile.slot(read(lane))); });
    warp.load_shared("tile", bytes,
                     [&](const WarpLane& lane) { return if_inside(written(lane), tile.slot(written(lane))); });
    warp.store("result", bytes, [&](const WarpLane& lane) {
      return if_inside(written(lane), places.result(left + written(lane).x, top + written(lane).y));
    });
    for (const WarpLane& lane : warp.lanes()) {
      const Cell cell = written(lane);
      if (places.inside(left + cell.x, top + cell.y)) warp.computes(lane, top + cell.y, left + cell.x);
    }
    return warp.take();
  };
  return out;
}

/// A grid of tiles in the order of tile_of_block(), with a block for each.
struct TileGrid {
  int width, height;  ///< of a tile, in elements of the input
  unsigned across, down, group;

  TileGrid(Size image, int w, int h, unsigned g)
      : width(w), height(h), across(tiles_over(image.width, w)), down(tiles_over(image.height, h)), group(g) {}
  [[nodiscard]] AccessLaunch launch(int threads) const {
    return {"tiles", static_cast<int>(across * down), 1, warps_of(threads), 1, {threads, 1}};
  }
  /// The first element of a block's tile.
  [[nodiscard]] Cell first(const WarpPlace& at) const {
    const Cell tile = tile_of_block(static_cast<unsigned>(at.block), across, down, group);
    return {tile.x * width, tile.y * height};
  }
  [[nodiscard]] WarpPlace place_of(Cell element, int thread) const {
    return {0, block_of_tile({element.x / width, element.y / height}, across, down, group), thread / lanes_of_a_warp,
            0};
  }
};

/// The accesses of the kernel `vector_tiles` (vector_tiles.cuh).
template <class T>
AccessPattern vector_tiles(const AccessProblem& p) {
  using Tile = VectorTile<T, Tuning<T>>;
  constexpr int vector = Tile::vector;
  const Places places{p.input};
  const TileGrid grid(p.input, Tuning<T>::width, Tuning<T>::height, Tuning<T>::group);
  AccessPattern out = pattern_of(p, grid.launch(Tile::threads));
  out.arrays.push_back({"tile", true, sizeof(T), {Tuning<T>::height, Tuning<T>::width}});  // transposed
  out.warp_at = [grid](int x, int y) {
    const int v = y % grid.width * Tile::squares_down + x % grid.height / vector;
    return grid.place_of({y, x}, v % Tile::threads);
  };
  out.work = [places, grid](const WarpPlace& at) {
    WarpRecorder warp({Tile::threads, 1}, at.warp);
    const Cell first = grid.first(at);
    const int x0 = first.x;
    const int y0 = first.y;
    for (int k = 0; k < Tile::squares_per_thread; ++k) {
      for (int i = 0; i < vector; ++i) {
        warp.load("input", 16, [&](const WarpLane& lane) {
          const Cell cell = Tile::square(lane.thread, k);
          const int x = x0 + cell.x;
          const int y = y0 + cell.y + i;
          return places.inside(x, y) ? Unit(places.input(x, y) / vector) : Unit();
        });
      }
    }
    for (int k = 0; k < Tile::squares_per_thread; ++k) {
      for (int i = 0; i < vector; ++i) {
        warp.store_shared("tile", 16, [&](const WarpLane& lane) {
          const Cell cell = Tile::square(lane.thread, k);
          return Unit(Tile::slot({cell.x + i, cell.y}));
        });
      }
    }
    for (int k = 0; k < Tile::vectors_per_thread; ++k) {
      const auto if_inside = [&](const WarpLane& lane, auto unit) {
        const Cell cell = Tile::written(lane.thread, k);
        return places.inside(x0 + cell.x, y0 + cell.y) ? Unit(unit(cell)) : Unit();
      };
      warp.load_shared("tile", 16, [&](const WarpLane& lane) { return if_inside(lane, Tile::slot); });
      warp.store("result", 16, [&](const WarpLane& lane) {
        return if_inside(lane, [&](Cell cell) { return places.result(x0 + cell.x, y0 + cell.y) / vector; });
      });
      for (const WarpLane& lane : warp.lanes()) {
        const Cell cell = Tile::written(lane.thread, k);
        if (!places.inside(x0 + cell.x, y0 + cell.y)) continue;
        for (int i = 0; i < vector; ++i) warp.computes(lane, y0 + cell.y + i, x0 + cell.x);
      }
    }
    return warp.take();
  };
  return out;
}

/// The accesses of the kernel `element_tiles` (vector_tiles.cuh).
template <class T>
AccessPattern element_tiles(const AccessProblem& p) {
  using Tile = ElementTile<T>;
  const Places places{p.input};
  const TileGrid grid(p.input, Tile::edge, Tile::edge, Tuning<T>::group);
  AccessPattern out = pattern_of(p, grid.launch(Tile::threads));
  constexpr int pitch = Tile::edge + 1;
  out.arrays.push_back({"tile", true, sizeof(T), {pitch, Tile::edge}});
  out.warp_at = [grid](int x, int y) {
    return grid.place_of({y, x}, y % Tile::edge % Tile::rows_at_once * Tile::edge + x % Tile::edge);
  };
  out.work = [places, grid](const WarpPlace& at) {
    WarpRecorder warp({Tile::threads, 1}, at.warp);
    const Cell first = grid.first(at);
    const int x0 = first.x;
    const int y0 = first.y;
    const auto along = [](const WarpLane& lane) { return lane.thread % Tile::edge; };
    const auto across = [](const WarpLane& lane, int k) { return lane.thread / Tile::edge + k; };
    for (int k = 0; k < Tile::edge; k += Tile::rows_at_once) {
      const auto if_inside = [&](const WarpLane& lane, std::int64_t unit) {
        return places.inside(x0 + along(lane), y0 + across(lane, k)) ? Unit(unit) : Unit();
      };
      warp.load("input", sizeof(T), [&](const WarpLane& lane) {
        return if_inside(lane, places.input(x0 + along(lane), y0 + across(lane, k)));
      });
      warp.store_shared("tile", sizeof(T),
                        [&](const WarpLane& lane) { return if_inside(lane, across(lane, k) * pitch + along(lane)); });
    }
    for (int k = 0; k < Tile::edge; k += Tile::rows_at_once) {
      const auto if_inside = [&](const WarpLane& lane, std::int64_t unit) {
        return places.inside(x0 + across(lane, k), y0 + along(lane)) ? Unit(unit) : Unit();
      };
      warp.load_shared("tile", sizeof(T),
                       [&](const WarpLane& lane) { return if_inside(lane, along(lane) * pitch + across(lane, k)); });
      warp.store("result", sizeof(T), [&](const WarpLane& lane) {
        return if_inside(lane, places.result(x0 + across(lane, k), y0 + along(lane)));
      });
      for (const WarpLane& lane : warp.lanes()) {
        const Cell cell{x0 + across(lane, k), y0 + along(lane)};
        if (places.inside(cell.x, cell.y)) warp.computes(lane, cell.y, cell.x);
      }
    }
    return warp.take();
  };
  return out;
}

/// The accesses of cuda_vectorised: by vectors if all rows of both images begin at multiples of 16 bytes, as
/// rows_aligned() (vector_tiles.cuh) asks.
AccessPattern vectorised(const AccessProblem& p) {
  return with_precision(p.precision, [&]<class T>() {
    constexpr int vector = 16 / static_cast<int>(sizeof(T));
    const bool aligned = p.input.width % vector == 0 && p.input.height % vector == 0;
    return aligned ? vector_tiles<T>(p) : element_tiles<T>(p);
  });
}

template <AccessPattern (*Make)(const AccessProblem&)>
std::vector<ModelFigure> diagonal_figures(BlockShape block, Precision precision) {
  constexpr Size large{1 << 20, 1 << 20};
  constexpr int blocks = 8;  // as many as a sector has elements, in fp32
  const AccessPattern pattern =
      Make({.input = large, .output = {.size = large}, .precision = precision, .block = block, .values = {}});
  const AccessLaunch& launch = pattern.launches.front();
  std::vector<WarpAccess> all;
  for (int b = 0; b < blocks; ++b) {
    const std::int64_t block_number = std::int64_t{std::min(b, launch.rows - 1)} * launch.columns + b;
    for (int warp = 0; warp < launch.warps; ++warp) {
      for (WarpAccess& each : pattern.work({.block = block_number, .warp = warp}).accesses)
        all.push_back(std::move(each));
    }
  }
  return figures(efficiencies(all));
}

template <AccessPattern (*Make)(const AccessProblem&)>
AccessingVariant modeled(std::string_view id, bool any_block, BlockShape default_block) {
  return {"transpose", id, any_block, default_block, Make, diagonal_figures<Make>};
}

}  // namespace

std::vector<AccessingVariant> accesses() {
  return {modeled<global>("cuda_global", true, {8, 32}), modeled<tiles<0>>("cuda_shared", true, {16, 16}),
          modeled<tiles<1>>("cuda_shared_padded", true, {16, 16}),
          modeled<vectorised>("cuda_vectorised", false, {Tuning<float>::threads, 1})};
}

}  // namespace heteroscope::transpose
