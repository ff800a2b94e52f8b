#pragma once

#include <any>
#include <string>

#include "core/model/block_mapping.hpp"
#include "kernels/triangle/recursion.hpp"

namespace heteroscope::triangle {

inline std::string label_text(const GridLabel& label) {
  std::string out(label.words);
  if (label.number >= 0) out += " " + std::to_string(label.number);
  return out;
}

/// The block mapping over the first rows of the triangle, as the scope draws it.
template <class Mapping>
BlockMapping mapping_of_blocks(const std::any& parameters, const Extent& output, int rows, BlockShape block) {
  const int side = tile_side(block);
  const auto grids =
      Mapping::grids(tiles_over(rows, side), recursion_of(*std::any_cast<Parameters>(&parameters), side));
  BlockMapping out;
  out.extent = output;
  out.extent.size.height = rows;
  out.threads = block;
  for (const Grid& each : grids) {
    out.grids.push_back(
        {.id = each.id, .label = label_text(Mapping::label(each)), .columns = each.columns, .rows = each.rows});
  }
  out.patches = [grids, side](std::size_t grid, std::int64_t at) {
    const Grid& g = grids[grid];
    const Placed placed = Mapping::place(g, static_cast<int>(at % g.columns), static_cast<int>(at / g.columns));
    BlockPatches patches{.count = placed.count, .level = placed.level};
    for (int i = 0; i < placed.count; ++i)
      patches.patch[i] = {placed.tile[i].column * side, placed.tile[i].row * side, side, side};
    return patches;
  };
  return out;
}

}  // namespace heteroscope::triangle
