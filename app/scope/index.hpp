#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "core/model/block_mapping.hpp"

namespace heteroscope {

inline constexpr std::int64_t most_drawn_blocks = std::int64_t{1} << 24;

/// A block mapping, with every block asked once: worked out, or of the spans of a trace. Blocks are numbered through
/// all grids, in the order in which they are launched.
struct MappingIndex {
  BlockMapping mapping;
  /// Hands out a block's cells, where they are more than patches tell; null where they are the patches'.
  std::function<void(std::int64_t number, const std::function<void(const Patch&)>& take)> runs;
  std::vector<std::int64_t> first;   ///< by grid: the number of its first block; and one entry more, of all blocks
  Size unit{1, 1};                   ///< cells that share a texel of `owner`
  Size texels;                       ///< of `owner`
  std::vector<std::uint32_t> owner;  ///< by texel: 1 + the number of the block that computes it; 0: none does
  std::vector<std::uint16_t> busy;   ///< by block: threads that compute a value
  MappingFigures figures;            ///< of threads only where the mapping knows of them

  [[nodiscard]] std::int64_t blocks() const { return first.back(); }
};

/// A block as its launch has it.
struct BlockPlace {
  std::size_t grid = 0;    ///< index into Cover::grids
  std::int64_t block = 0;  ///< row × columns + column
  bool operator==(const BlockPlace&) const = default;
};

std::int64_t blocks_of(const BlockMapping& mapping);
/// One line where a block mapping has more blocks than can be drawn; else empty.
std::string too_many_blocks(const BlockMapping& mapping);

/// Texels are as large as all patches allow; where that gives more than can be kept, larger, and then a texel shows the
/// block of its middle cell. Nothing once `stop` has been set. Parallel.
std::optional<MappingIndex> index_mapping(BlockMapping mapping, const std::stop_token& stop);

/// An index of these grids whose blocks are still to be painted, with texels that are multiples of `unit`.
MappingIndex empty_index(BlockMapping mapping, Size unit);
/// The block has this patch. May be called by several threads.
void paint_patch(MappingIndex& index, const Patch& patch, std::int64_t number);

BlockPlace place_of_block(const MappingIndex& index, std::int64_t number);
/// The number of the block that computes the cell; nothing outside of the result, or if none does.
std::optional<std::int64_t> block_of_cell(const MappingIndex& index, int x, int y);
BlockPatches patches_of_block(const MappingIndex& index, std::int64_t number);
/// Calls take(patch) for all of a block's cells.
void each_patch(const MappingIndex& index, std::int64_t number, const std::function<void(const Patch&)>& take);
/// The cells of a block as few rectangles; of very many the first ones.
std::vector<Patch> cells_of_block(const MappingIndex& index, std::int64_t number);

}  // namespace heteroscope
