#include "app/window/model/scope/grid_layout.hpp"

#include <algorithm>
#include <cmath>

namespace heteroscope {
namespace {

constexpr double largest_block = 40;
constexpr double smallest_block = 1.0 / 4096;

struct Packed {
  GridLayout layout;
  double right = 0;
  double bottom = 0;
};

Packed packed(const std::vector<MappingGrid>& grids, double width, double block, double label, double gap) {
  Packed out;
  out.layout.block = block;
  out.layout.labelled = label > 0;
  double x = 0;
  double y = 0;
  double high = 0;
  for (const MappingGrid& each : grids) {
    const Point size{each.columns * block, each.rows * block};
    if (x > 0 && x + size.x > width) {
      x = 0;
      y += high + gap;
      high = 0;
    }
    out.layout.spots.push_back({{x, y + label}, size});
    x += size.x + gap;
    high = std::max(high, label + size.y);
    out.right = std::max(out.right, x - gap);
    out.bottom = std::max(out.bottom, y + high);
  }
  return out;
}

Packed largest_that_fits(const std::vector<MappingGrid>& grids, double width, double height, double label, double gap) {
  const auto fits = [&](const Packed& each) { return each.right <= width && each.bottom <= height; };
  Packed out = packed(grids, width, largest_block, label, gap);
  if (fits(out)) return out;
  double low = smallest_block;
  double high = largest_block;
  for (int i = 0; i < 48; ++i) {
    const double block = std::sqrt(low * high);
    (fits(packed(grids, width, block, label, gap)) ? low : high) = block;
  }
  // whole pixels, so that all blocks look alike
  return packed(grids, width, low >= 3 ? std::floor(low) : low, label, gap);
}

}  // namespace

GridLayout lay_out_grids(const std::vector<MappingGrid>& grids, Size pane, double label, double gap) {
  const double width = std::max(pane.width, 1);
  const double height = std::max(pane.height, 1);
  const Packed with_words = largest_that_fits(grids, width, height, label, gap);
  // with many grids there is no room for labels between them
  Packed best = largest_that_fits(grids, width, height, 0, std::min(gap, 2.0));
  if (with_words.layout.block > 0.6 * best.layout.block) best = with_words;
  const Point shift{std::floor((width - best.right) / 2), std::floor((height - best.bottom) / 2)};
  for (GridLayout::Spot& each : best.layout.spots) {
    each.from = {std::round(each.from.x + shift.x), std::round(each.from.y + shift.y)};
  }
  return best.layout;
}

std::optional<BlockPlace> block_at(const std::vector<MappingGrid>& grids, const GridLayout& layout, Point at) {
  for (std::size_t g = 0; g < grids.size(); ++g) {
    const GridLayout::Spot& spot = layout.spots[g];
    const auto column = static_cast<std::int64_t>(std::floor((at.x - spot.from.x) / layout.block));
    const auto row = static_cast<std::int64_t>(std::floor((at.y - spot.from.y) / layout.block));
    if (column < 0 || row < 0 || column >= grids[g].columns || row >= grids[g].rows) continue;
    return BlockPlace{g, row * grids[g].columns + column};
  }
  return std::nullopt;
}

Point corner_of(const std::vector<MappingGrid>& grids, const GridLayout& layout, BlockPlace place) {
  const std::int64_t columns = grids[place.grid].columns;
  const Point from = layout.spots[place.grid].from;
  const std::int64_t row = place.block / columns;
  const std::int64_t column = place.block % columns;
  return {from.x + static_cast<double>(column) * layout.block, from.y + static_cast<double>(row) * layout.block};
}

}  // namespace heteroscope
