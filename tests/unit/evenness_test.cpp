// How even the work of a warp's lanes is, by hand.
#include "core/trace/evenness.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace heteroscope {
namespace {

double itself(double value) {
  return value;
}

/// A field of so many columns and rows, whose values are the cells' numbers from 1 on.
struct Counted {
  explicit Counted(Size size) : values(static_cast<std::size_t>(size.area())) {
    std::iota(values.begin(), values.end(), 1.0);
    view = {.data = values.data(), .size = size, .precision = Precision::fp64};
  }
  std::vector<double> values;
  FieldView view;
};

TEST(Warps, AreRowsOfWideBlocks) {
  const Warps warps{.field = {100, 5}, .block = {64, 4}};
  EXPECT_EQ(warps.a_block(), 8);
  EXPECT_EQ(warps.columns(), 2);
  EXPECT_EQ(warps.rows(), 16);
  EXPECT_EQ(warps.cells(0), (std::vector<Patch>{{0, 0, 32, 1}}));
  // counted through blocks side by side first: warp 1 of block (1, 0), warp 2 of block (0, 1)
  EXPECT_EQ(warps.cells(3), (std::vector<Patch>{{96, 0, 32, 1}}));
  EXPECT_EQ(warps.cells(20), (std::vector<Patch>{{0, 5, 32, 1}}));
}

TEST(Warps, AreRectanglesOfNarrowOnesAndStepsOfOthers) {
  EXPECT_EQ((Warps{.field = {64, 64}, .block = {8, 8}}.cells(8)), (std::vector<Patch>{{0, 4, 8, 4}}));
  const Warps odd{.field = {40, 40}, .block = {20, 3}};
  EXPECT_EQ(odd.a_block(), 2);
  EXPECT_EQ(odd.cells(0), (std::vector<Patch>{{0, 0, 20, 1}, {0, 1, 12, 1}}));
  EXPECT_EQ(odd.cells(2), (std::vector<Patch>{{12, 1, 8, 1}, {0, 2, 20, 1}}));
}

TEST(Warps, HaveEveryCellOnce) {
  for (const BlockShape block : {BlockShape{32, 4}, {16, 16}, {7, 5}, {1, 33}, {128, 1}, {4, 4}}) {
    const Warps warps{.field = {50, 37}, .block = block};
    std::vector<int> found(std::size_t{50} * 37);
    for (std::int64_t i = 0; i < warps.count(); ++i) {
      int threads = 0;
      for (const Patch& each : warps.cells(i)) {
        threads += each.width * each.height;
        for (int y = each.y; y < std::min(each.y + each.height, 37); ++y) {
          for (int x = each.x; x < std::min(each.x + each.width, 50); ++x)
            ++found[static_cast<std::size_t>(y * 50 + x)];
        }
      }
      EXPECT_LE(threads, Warps::lanes);
    }
    EXPECT_EQ(std::ranges::count(found, 1), 50 * 37) << block.x << " × " << block.y;
  }
}

TEST(Evenness, IsTheMeanOverTheLargest) {
  const Counted field({8, 4});
  const Evenness whole = evenness_of(field.view, {8, 4}, itself);
  ASSERT_EQ(whole.warps.size(), 1U);
  EXPECT_EQ(whole.warps[0].mean, 16.5F);
  EXPECT_EQ(whole.warps[0].most, 32.0F);
  EXPECT_DOUBLE_EQ(whole.whole, 16.5 / 32);
  // two blocks of two rows: 16 threads each, half of a warp's lanes
  const Evenness halves = evenness_of(field.view, {8, 2}, itself);
  ASSERT_EQ(halves.warps.size(), 2U);
  EXPECT_EQ(halves.warps[0].mean, 136.0F / 32);
  EXPECT_EQ(halves.warps[0].most, 16.0F);
  EXPECT_DOUBLE_EQ(halves.whole, (136.0 / 32 + 392.0 / 32) / (16 + 32));
}

TEST(Evenness, LanesBeyondTheEdgeHaveNoWork) {
  const Counted field({3, 2});
  const Evenness evenness = evenness_of(field.view, {32, 1}, [](double) { return 4.0; });
  ASSERT_EQ(evenness.warps.size(), 2U);
  EXPECT_DOUBLE_EQ(evenness.whole, 3.0 / 32);
}

TEST(Evenness, OfATriangleByHand) {
  Counted field({32, 32});
  field.view.domain = Domain::lower_triangle;
  const Evenness evenness = evenness_of(field.view, {32, 1}, [](double) { return 1.0; });
  // row y has y + 1 of 32 lanes at work
  EXPECT_DOUBLE_EQ(evenness.whole, 33.0 / 64);
  EXPECT_DOUBLE_EQ(evenness.warps[0].share(), 1.0 / 32);
  EXPECT_DOUBLE_EQ(evenness.warps[31].share(), 1);
}

TEST(Evenness, OfNoWorkIsEven) {
  const Counted field({64, 2});
  const Evenness evenness = evenness_of(field.view, {32, 2}, [](double) { return 0.0; });
  EXPECT_EQ(evenness.whole, 1);
  EXPECT_EQ(evenness_picture(evenness).pixels[0], 0U);
}

TEST(Evenness, ItsPictureHasAColorAWarp) {
  const Counted field({8, 8});
  const Evenness evenness = evenness_of(field.view, {8, 4}, [](double value) { return value == 64 ? 32.0 : 1.0; });
  const Picture picture = evenness_picture(evenness);
  ASSERT_EQ(picture.size, (Size{8, 8}));
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(picture.pixels[i], i < 32 ? evenness_color(1) : evenness_color(63.0 / 32 / 32)) << i;
  }
}

}  // namespace
}  // namespace heteroscope
