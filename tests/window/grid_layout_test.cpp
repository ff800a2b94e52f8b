// Where a block mapping's grids are drawn.
#include "app/window/model/scope/grid_layout.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <vector>

namespace heteroscope {
namespace {

TEST(GridLayout, KeepsGridsApartAndInside) {
  std::vector<std::vector<MappingGrid>> sets{{{.columns = 64, .rows = 64}},
                                             {{.columns = 100000, .rows = 1}, {.columns = 3, .rows = 5}}};
  std::vector<MappingGrid> halving;
  for (int side = 512; side > 0; side /= 2) halving.push_back({.columns = 512, .rows = side});
  sets.push_back(halving);
  sets.emplace_back(4095, MappingGrid{.columns = 3, .rows = 4});
  for (const auto& grids : sets) {
    const GridLayout layout = lay_out_grids(grids, {500, 400}, 16, 12);
    ASSERT_EQ(layout.spots.size(), grids.size());
    for (std::size_t i = 0; i < grids.size(); ++i) {
      const GridLayout::Spot& spot = layout.spots[i];
      EXPECT_GE(spot.from.x, -0.5);
      EXPECT_GE(spot.from.y, -0.5);
      EXPECT_LE(spot.from.x + spot.size.x, 500.5);
      EXPECT_LE(spot.from.y + spot.size.y, 400.5);
      EXPECT_DOUBLE_EQ(spot.size.x, grids[i].columns * layout.block);
      if (i == 0 || i > 60) continue;
      const GridLayout::Spot& before = layout.spots[i - 1];
      EXPECT_TRUE(spot.from.x >= before.from.x + before.size.x || spot.from.y >= before.from.y + before.size.y);
    }
  }
}

TEST(GridLayout, FindsBlocksWhereTheyAreDrawn) {
  const std::vector<MappingGrid> grids{{.columns = 5, .rows = 3}, {.columns = 2, .rows = 7}};
  const GridLayout layout = lay_out_grids(grids, {300, 200}, 16, 12);
  for (std::size_t g = 0; g < grids.size(); ++g) {
    for (std::int64_t b = 0; b < grids[g].blocks(); ++b) {
      const Point corner = corner_of(grids, layout, {g, b});
      const Point middle{corner.x + layout.block / 2, corner.y + layout.block / 2};
      EXPECT_EQ(block_at(grids, layout, middle), (BlockPlace{g, b}));
    }
  }
  EXPECT_EQ(block_at(grids, layout, {-1, -1}), std::nullopt);
}

}  // namespace
}  // namespace heteroscope
