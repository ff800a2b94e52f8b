#include <gtest/gtest.h>

#include <set>
#include <utility>
#include <vector>

#include "kernels/transpose/box_tile.hpp"

/// How the threads of transpose's cuda_tma share a tile in shared memory.
namespace heteroscope::transpose {
namespace {

template <class T>
class BoxTiles : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(BoxTiles, Types);

TYPED_TEST(BoxTiles, HaveEachVectorOnceBeforeAndAfter) {
  using Tile = BoxTile<TypeParam>;
  std::set<std::pair<int, int>> before;
  std::set<std::pair<int, int>> after;
  for (int thread = 0; thread < Tile::threads; ++thread) {
    for (int k = 0; k < Tile::squares_per_thread; ++k) {
      const BoxSquare square = Tile::square(thread, k);
      for (int i = 0; i < Tile::vector; ++i) {
        before.insert({square.box, Tile::slot_before(square, i)});
        after.insert({square.box, Tile::slot_after(square, i)});
      }
    }
  }
  constexpr std::size_t all = Tile::boxes * Tile::box_vectors;
  EXPECT_EQ(before.size(), all);
  EXPECT_EQ(after.size(), all);
  EXPECT_EQ(before, after);
  EXPECT_EQ(before.rbegin()->second, Tile::box_vectors - 1);
}

/// A warp's accesses of 16 bytes are made for eight threads at a time, which must reach all 32 banks.
TYPED_TEST(BoxTiles, HaveNoBankConflicts) {
  using Tile = BoxTile<TypeParam>;
  for (int first = 0; first < Tile::threads; first += 8) {
    for (int k = 0; k < Tile::squares_per_thread; ++k) {
      for (int i = 0; i < Tile::vector; ++i) {
        std::set<int> read;
        std::set<int> written;
        for (int thread = first; thread < first + 8; ++thread) {
          const BoxSquare square = Tile::square(thread, k);
          read.insert(Tile::slot_before(square, i) % 8);
          written.insert(Tile::slot_after(square, i) % 8);
        }
        ASSERT_EQ(read.size(), 8U) << first << ' ' << k << ' ' << i;
        ASSERT_EQ(written.size(), 8U) << first << ' ' << k << ' ' << i;
      }
    }
  }
}

/// Squares that are transposed one by one, each in its place, transpose the box.
TYPED_TEST(BoxTiles, TransposeABox) {
  using Tile = BoxTile<TypeParam>;
  constexpr int V = Tile::vector;
  const auto place = [](int row, int column) { return swizzled(row, column / V) * V + column % V; };
  std::vector<int> box(Tile::edge * Tile::edge);
  for (int y = 0; y < Tile::edge; ++y) {
    for (int x = 0; x < Tile::edge; ++x) box[static_cast<std::size_t>(place(y, x))] = y * Tile::edge + x;
  }
  std::vector<int> turned(box.size());
  for (int thread = 0; thread < 64; ++thread) {
    const BoxSquare square = Tile::square(thread, 0);
    ASSERT_EQ(square.box, 0);
    for (int i = 0; i < V; ++i) {
      for (int j = 0; j < V; ++j)
        turned[static_cast<std::size_t>(Tile::slot_after(square, j) * V + i)] =
            box[static_cast<std::size_t>(Tile::slot_before(square, i) * V + j)];
    }
  }
  for (int y = 0; y < Tile::edge; ++y) {
    for (int x = 0; x < Tile::edge; ++x)
      ASSERT_EQ(turned[static_cast<std::size_t>(place(x, y))], y * Tile::edge + x) << x << ' ' << y;
  }
}

}  // namespace
}  // namespace heteroscope::transpose
