#pragma once

#include <algorithm>
#include <cstddef>

#include "core/types/basic_types.hpp"

namespace heteroscope::blur {

/// The number of rows of a block's tile that are in shared memory at a time: all of them if they fit into 48 KiB, which
/// every device grants without being asked, otherwise as many as fit.
struct TileSlab {
  int rows;
  std::size_t bytes;
};

inline TileSlab tile_slab(BlockShape block, int radius, std::size_t bytes_a_value) {
  const auto row_bytes = static_cast<std::size_t>(block.x + 2 * radius) * bytes_a_value;
  const int rows = std::min(block.y + 2 * radius, static_cast<int>(std::size_t{48 << 10} / row_bytes));
  return {rows, static_cast<std::size_t>(rows) * row_bytes};
}

}  // namespace heteroscope::blur
