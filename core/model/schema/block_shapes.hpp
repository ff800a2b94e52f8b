#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>

#include "core/base/shapes.hpp"

namespace heteroscope {

/// The uses of a list of block shapes: panels offer them to a person, sweeps time each, and verify tries them together
/// with those that fit worst.
enum class BlockUse : unsigned { offered = 1, swept = 2, verified = 4 };

struct BlockShapeUses {
  BlockShape shape;
  unsigned uses = 0;  ///< the sum of its BlockUses
};

/// All shapes that the program names, the common ones and the hard ones, each with its uses.
inline constexpr std::array<BlockShapeUses, 22> known_block_shapes{
    {{{4, 4}, 1},   {{8, 8}, 7},   {{16, 8}, 1},   {{16, 16}, 7},  {{32, 32}, 7}, {{32, 16}, 1},
     {{32, 8}, 3},  {{32, 4}, 4},  {{64, 4}, 3},   {{128, 2}, 2},  {{32, 1}, 5},  {{64, 1}, 1},
     {{128, 1}, 5}, {{256, 1}, 7}, {{512, 1}, 1},  {{1024, 1}, 5}, {{7, 5}, 4},   {{1, 1}, 4},
     {{7, 1}, 4},   {{96, 1}, 4},  {{1000, 1}, 4}, {{1, 1024}, 4}}};

/// Returns columns × rows of a block: "16 × 8".
inline std::string format_block(BlockShape block) {
  return fmt::format("{} × {}", block.x, block.y);
}

constexpr bool has_use(const BlockShapeUses& each, BlockUse use) {
  return (each.uses & static_cast<unsigned>(use)) != 0;
}

template <BlockUse use>
constexpr auto shapes_for() {
  constexpr auto count = static_cast<std::size_t>(std::count_if(known_block_shapes.begin(), known_block_shapes.end(),
                                                                [](auto& each) { return has_use(each, use); }));
  std::array<BlockShape, count> out{};
  std::size_t next = 0;
  for (const BlockShapeUses& each : known_block_shapes) {
    if (has_use(each, use)) out[next++] = each.shape;
  }
  return out;
}

/// block_shapes<BlockUse::offered> has the shapes of one use, in the order of the list.
template <BlockUse use>
inline constexpr auto block_shapes = shapes_for<use>();

}  // namespace heteroscope
