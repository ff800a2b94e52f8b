// Which part of a large picture is sampled, and where the sample stands.
#include "app/window/picture/sample_view.hpp"

#include <gtest/gtest.h>

#include "app/window/model/views/picture_view.hpp"

namespace heteroscope {
namespace {

constexpr int longest = 16384;
constexpr Size field{32768, 32768};
constexpr Size pane{1000, 500};

SampleGrid wanted(const PictureView& view, Size of = field, Size in = pane, int most = longest) {
  const Placement place = placement(view, of, in);
  return grid_for(place, of, in, *seen_cells(place, of, in), most);
}

TEST(SeenCells, OfAFittedPictureAreAll) {
  const auto seen = seen_cells(placement(PictureView{}, field, pane), field, pane);
  ASSERT_TRUE(seen);
  EXPECT_EQ(*seen, (SeenCells{0, 0, 32768, 32768}));
}

TEST(SeenCells, FollowTheView) {
  // four pixels a cell around the middle: 250 × 125 cells; the corner stands on a whole pixel
  const auto seen = seen_cells(placement(PictureView{{0.5, 0.5}, 4}, field, pane), field, pane);
  ASSERT_TRUE(seen);
  EXPECT_NEAR(seen->left, 16384 - 125, 1e-6);
  EXPECT_NEAR(seen->right, 16384 + 125, 1e-6);
  EXPECT_NEAR(seen->top, 16384 - 62.5, 1e-6);
  EXPECT_NEAR(seen->bottom, 16384 + 62.5, 1e-6);
  // around the upper left corner only a quarter of the area shows cells
  const auto corner = seen_cells(placement(PictureView{{0, 0}, 4}, field, pane), field, pane);
  ASSERT_TRUE(corner);
  EXPECT_EQ(corner->left, 0);
  EXPECT_EQ(corner->top, 0);
  EXPECT_NEAR(corner->right, 125, 1e-6);
  EXPECT_NEAR(corner->bottom, 62.5, 1e-6);
}

TEST(SeenCells, AreNoneBesideThePicture) {
  EXPECT_FALSE(seen_cells({3, 0, 1, 1}, field, pane));
  EXPECT_FALSE(seen_cells({0, -2.5, 1, 1}, field, pane));
  EXPECT_FALSE(seen_cells({}, {}, pane));
}

TEST(SampleGrid, HasOneToTwoElementsAPixel) {
  // fitted: 65.536 cells a pixel
  const SampleGrid fitted = wanted({});
  EXPECT_EQ(fitted, (SampleGrid{0, 0, 65, 65, {505, 505}}));
  EXPECT_TRUE(covers_all(fitted, field));
  for (const double zoom : {0.02, 0.03, 0.11, 0.3, 0.334, 0.5, 0.51, 0.99, 1.0, 1.01, 7.0, 256.0}) {
    const SampleGrid grid = wanted({{0.3, 0.6}, zoom});
    EXPECT_EQ(grid.across, grid.down) << zoom;
    const double a_pixel = 1 / (zoom * grid.across);
    if (zoom < 1) {
      EXPECT_GE(a_pixel, 1 - 1e-9) << zoom;
      EXPECT_LT(a_pixel, 2) << zoom;
    } else {
      EXPECT_EQ(grid.across, 1) << zoom;
    }
  }
}

TEST(SampleGrid, HoldsWhatIsSeenAndStandsOnMultiplesOfItsStep) {
  for (const double zoom : {0.05, 0.4, 1.0, 30.0}) {
    for (const Point center : {Point{0, 0}, Point{0.31, 0.77}, Point{1, 1}}) {
      const Placement place = placement(PictureView{center, zoom}, field, pane);
      const auto seen = seen_cells(place, field, pane);
      ASSERT_TRUE(seen);
      const SampleGrid grid = grid_for(place, field, pane, *seen, longest);
      EXPECT_EQ(grid.x % grid.across, 0);
      EXPECT_EQ(grid.y % grid.down, 0);
      EXPECT_GE(grid.x, 0);
      EXPECT_LE(grid.x, seen->left);
      EXPECT_LE(grid.y, seen->top);
      EXPECT_GE(grid.x + grid.across * grid.size.width, seen->right);
      EXPECT_GE(grid.y + grid.down * grid.size.height, seen->bottom);
      EXPECT_LT(grid.x + grid.across * (grid.size.width - 1), field.width);
      EXPECT_LT(grid.y + grid.down * (grid.size.height - 1), field.height);
      EXPECT_TRUE(serves(grid, grid, field, *seen));
    }
  }
}

TEST(SampleGrid, IsNeverLongerThanATexture) {
  // a line of 200000 cells, one to one on a wall of displays
  const Size line{200000, 3};
  const SampleGrid grid = wanted({{0.5, 0.5}, 1}, line, {30000, 100}, 1024);
  EXPECT_LE(grid.size.width, 1024);
  EXPECT_EQ(grid.down, 1);
}

TEST(SampleGrid, OfALineIsNotThinnedDownward) {
  // far away: 1000 pixels of 200 cells each, and a pixel high
  const SampleGrid grid = wanted({}, {200000, 1}, pane);
  EXPECT_EQ(grid.across, 200);
  EXPECT_EQ(grid.down, 1);
  EXPECT_EQ(grid.size, (Size{1000, 1}));
}

TEST(SampleGrid, ServesWhileTheViewMovesALittle) {
  const auto at = [](double x, double zoom) { return placement(PictureView{{x, 0.5}, zoom}, field, pane); };
  const auto serves_at = [&](const SampleGrid& there, double x, double zoom) {
    const Placement place = at(x, zoom);
    const auto seen = seen_cells(place, field, pane);
    return serves(there, grid_for(place, field, pane, *seen, longest), field, *seen);
  };
  const SampleGrid there = wanted({{0.5, 0.5}, 0.5});  // 2000 of 32768 cells
  EXPECT_TRUE(serves_at(there, 0.5, 0.5));
  EXPECT_TRUE(serves_at(there, 0.5 + 100.0 / 32768, 0.5));
  EXPECT_FALSE(serves_at(there, 0.5 + 400.0 / 32768, 0.5));
  EXPECT_FALSE(serves_at(there, 0.5, 0.2));
  EXPECT_FALSE(serves_at(there, 0.5, 2));
  // the whole serves wherever its elements are small enough
  EXPECT_TRUE(serves_at(wanted({}), 0.6, 1.0 / 65.3));
}

TEST(SamplePlacement, IsThatOfItsCells) {
  // the picture fills the area; columns 25 to 75 and rows 0 to 50 of 100
  const Placement place = placement({25, 0, 5, 5, {10, 10}}, {100, 100}, Placement{});
  EXPECT_DOUBLE_EQ(place.x, 0);
  EXPECT_DOUBLE_EQ(place.y, 0.5);
  EXPECT_DOUBLE_EQ(place.half_width, 0.5);
  EXPECT_DOUBLE_EQ(place.half_height, 0.5);
}

TEST(SamplePlacement, EndsWhereTheFieldDoes) {
  // 4 elements of 30 cells of which the last has 10
  const SampleGrid grid{0, 60, 30, 30, {4, 2}};
  const Placement place = placement(grid, {100, 100}, Placement{});
  EXPECT_DOUBLE_EQ(place.half_width, 1);
  EXPECT_DOUBLE_EQ(place.y - place.half_height, -1);
  EXPECT_DOUBLE_EQ(place.half_height, 0.4);
  const Point share = share_on_field(grid, {100, 100});
  EXPECT_DOUBLE_EQ(share.x, 100.0 / 120);
  EXPECT_DOUBLE_EQ(share.y, 40.0 / 60);
}

}  // namespace
}  // namespace heteroscope
