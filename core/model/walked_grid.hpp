#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "core/base/ceil_div.hpp"
#include "core/model/access_pattern.hpp"
#include "core/model/warp_recorder.hpp"

namespace heteroscope {

/// Blocks over a field, a thread a cell. A grid has at most 65535 blocks downward: kernels walk on from there, a step
/// each time. As grid_over() (core/run/gpu/launch.cuh) launches them.
struct WalkedGrid {
  BlockShape block;
  int columns = 0, rows = 0;
  std::int64_t steps = 0;

  static WalkedGrid over(Size cells, BlockShape block) {
    const auto blocks = [](int of, int threads) { return ceil_div(of, threads); };
    const int down = blocks(cells.height, block.y);
    const int rows = std::min(down, 65535);
    return {block, blocks(cells.width, block.x), rows, blocks(down, rows)};
  }

  [[nodiscard]] AccessLaunch launch(std::string_view label) const {
    return {std::string(label), columns, rows, warps_of(block.threads()), steps, block};
  }
  /// The first column of a block at a step.
  [[nodiscard]] int left(const WarpPlace& at) const { return static_cast<int>(at.block % columns) * block.x; }
  [[nodiscard]] int top(const WarpPlace& at) const {
    return static_cast<int>(at.block / columns + at.step * rows) * block.y;
  }
  /// Whose block's rectangle holds the cell, with its thread number there.
  [[nodiscard]] WarpPlace place_of(int launch, int x, int y, int thread) const {
    const int down = y / block.y;
    return {launch, std::int64_t{down % rows} * columns + x / block.x, thread / lanes_of_a_warp, down / rows};
  }
  /// Whose thread lies over the cell.
  [[nodiscard]] WarpPlace place_of(int launch, int x, int y) const {
    return place_of(launch, x, y, y % block.y * block.x + x % block.x);
  }
};

}  // namespace heteroscope
