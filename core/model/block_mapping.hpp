#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "core/types/types.hpp"

namespace heteroscope {

/// A rectangle of a result's cells; it may reach beyond the result, or over places without a value.
struct Patch {
  int x = 0, y = 0, width = 0, height = 0;
  bool operator==(const Patch&) const = default;
};

/// The part of the result that one thread block computes: nothing, one patch, or two.
struct BlockPatches {
  int count = 0;
  int level = 0;  ///< of a recursion; 0 where there is none
  Patch patch[2];
  [[nodiscard]] std::span<const Patch> all() const { return {patch, static_cast<std::size_t>(count)}; }
};

/// A grid of thread blocks, as one kernel launch has it.
struct MappingGrid {
  std::uint32_t id = 0;  ///< TracedLaunch::grid of its pieces
  std::string label;     ///< "level 2", "diagonal"
  int columns = 0;       ///< blocks across and down; block number = row × columns + column
  int rows = 0;
  bool counted = false;  ///< what stands here is no grid, but pieces one after the other, in rows to be seen
  [[nodiscard]] std::int64_t blocks() const { return std::int64_t{columns} * rows; }
};

/// How the blocks of a variant lie over its result. It is worked out, not observed: no device is needed.
struct BlockMapping {
  Extent extent;       ///< of the result
  BlockShape threads;  ///< of a block
  /// Cells that a thread computes side by side and one below the other; thread (x, y) of a block begins at (x, y) times
  /// this, and goes on in steps of the block's size times this.
  Size cells_a_thread{1, 1};
  std::vector<MappingGrid> grids;  ///< in the order in which they are launched
  /// `grid`: an index into `grids`.
  std::function<BlockPatches(std::size_t grid, std::int64_t block)> patches;
};

/// The costs of a block mapping, counted exactly.
struct MappingFigures {
  std::int64_t launches = 0;
  std::int64_t blocks = 0;
  std::int64_t useful_blocks = 0;  ///< that compute a value
  std::int64_t threads = 0;
  std::int64_t useful_threads = 0;  ///< that compute a value
  [[nodiscard]] double wasted_threads() const {
    return threads == 0 ? 0 : 1 - static_cast<double>(useful_threads) / static_cast<double>(threads);
  }
};

/// Values of a result that these patches hold.
std::int64_t values_of(const Extent& extent, const BlockPatches& block);
/// Threads of the block that compute a value.
std::int64_t busy_threads(const BlockMapping& mapping, const BlockPatches& block);

/// Asks every block; parallel. What it returns is worth nothing once `stop` has been set.
MappingFigures figures_of(const BlockMapping& mapping, const std::stop_token& stop = {});

}  // namespace heteroscope
