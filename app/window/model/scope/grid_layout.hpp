#pragma once

#include <optional>
#include <vector>

#include "app/scope/index.hpp"
#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// The places of a block mapping's grids beside each other, in pixels of the pane that shows them all.
struct GridLayout {
  struct Spot {
    Point from;  ///< upper left corner
    Point size;
    bool operator==(const Spot&) const = default;
  };
  std::vector<Spot> spots;  ///< by grid
  double block = 1;         ///< pixels of a block's side
  bool labelled = false;    ///< there is room above the grids
  bool operator==(const GridLayout&) const = default;
};

/// Lays the grids out in rows from left to right, as large as they fit. Each grid has `label` pixels above and `gap`
/// beside it, unless that would make the blocks much smaller.
GridLayout lay_out_grids(const std::vector<MappingGrid>& grids, Size pane, double label, double gap);

/// Returns the block at a point of the layout.
std::optional<BlockPlace> block_at(const std::vector<MappingGrid>& grids, const GridLayout& layout, Point at);
/// Returns the upper left corner of a block.
Point corner_of(const std::vector<MappingGrid>& grids, const GridLayout& layout, BlockPlace place);

}  // namespace heteroscope
