#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/workload.hpp"
#include "tests/conformance/access_checks.hpp"

/// What the triangle's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::triangle {
namespace {

Extent extent_of(int n, Precision precision) {
  return {{n, n}, precision, Domain::lower_triangle};
}

AccessPattern pattern_of(std::string_view variant, const std::any& parameters, Precision precision, BlockShape block) {
  const Extent output = extent_of(std::any_cast<Parameters>(&parameters)->n, precision);
  return workload.find_accesses("cells", variant)
      ->make({.parameters = &parameters, .output = output, .precision = precision, .block = block, .values = {}});
}

/// The points of the cell's row and column.
void expect_right(const AccessPattern& pattern, int n, Precision precision) {
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, extent_of(n, precision)));
  expect_reads(pattern, extent_of(n, precision), "points", true, [n](int x, int y) {
    return std::vector<std::int64_t>{x, y, n + x, n + y};
  });
}

constexpr BlockShape blocks[] = {{16, 16}, {4, 8}, {33, 2}, {1, 3}, {5, 5}};

TEST(TriangleAccesses, EveryMapping) {
  for (const AccessingVariant& variant : workload.accesses->variants) {
    if (!variant.any_block) continue;
    for (const int n : {1, 16, 37, 130}) {
      for (const BlockShape block : blocks) {
        const std::any parameters = Parameters{.n = n, .cutoff = 20, .max_depth = 3};
        const AccessPattern pattern = pattern_of(variant.variant, parameters, Precision::fp32, block);
        ASSERT_NO_FATAL_FAILURE(expect_right(pattern, n, Precision::fp32))
            << variant.variant << ' ' << n << " by " << block.x << " x " << block.y;
      }
    }
  }
}

// Tiles as far as the mappings count, of a single thread.
TEST(TriangleAccesses, EveryTileOfManySides) {
  for (const AccessingVariant& variant : workload.accesses->variants) {
    if (!variant.any_block) continue;
    for (int n = 1; n <= 40; ++n) {
      const std::any parameters = Parameters{.n = n, .cost = Cost::constant, .cutoff = 3, .max_depth = 4};
      const AccessPattern pattern = pattern_of(variant.variant, parameters, Precision::fp64, {1, 1});
      ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, extent_of(n, Precision::fp64))) << variant.variant << ' ' << n;
    }
  }
}

/// mapped.cuh by the bounding box, whose mapping is played without its code.
TEST(TriangleAccesses, BoundingBox) {
  for (const int n : {16, 37, 70}) {
    for (const BlockShape block : blocks) {
      const int side = std::max(block.x, block.y);
      const int tiles = (n + side - 1) / side;
      Listing played;
      for (int b = 0; b < tiles * tiles; ++b) {
        const int tile_x = b % tiles;
        const int tile_y = b / tiles;
        if (tile_x > tile_y) continue;
        for (int t = 0; t < block.threads(); ++t) {
          PlayedThread me(played, 0, b, t);
          for (int y = t / block.x; y < side; y += block.y) {
            for (int x = t % block.x; x < side; x += block.x) {
              const int row = tile_y * side + y;
              const int column = tile_x * side + x;
              if (column > row || row >= n) continue;
              for (const int point : {row, column}) {
                me.load("points", point, 8);
                me.load("points", n + point, 8);
              }
              me.store("result", row * n + column, 8);
            }
          }
        }
      }
      const std::any parameters = Parameters{.n = n};
      ASSERT_NO_FATAL_FAILURE(expect_listing(pattern_of("cuda_bb", parameters, Precision::fp64, block), played));
    }
  }
}

/// cuda_linear.cu. Strips of 8 rows and pieces of them, in the order of the blocks: tile by tile of `columns`² cells.
template <class T>
void expect_linear(int n, Precision precision) {
  constexpr int V = 16 / sizeof(T);
  constexpr int columns = 256 * V;
  const bool wide = n % V == 0;
  Listing played;
  std::int64_t block = 0;
  for (int strip = 0; strip < n; strip += 8) {
    for (int left = 0; left < (strip / columns + 1) * columns; left += columns, ++block) {
      for (int t = 0; t < 256; ++t) {
        PlayedThread me(played, 0, block, t);
        const auto column = [&](int i) { return left + (wide ? t * V + i : t + i * 256); };
        if (wide && column(0) < n) {
          me.load("points", column(0) / V, 16);
          me.load("points", (n + column(0)) / V, 16);
        }
        for (int i = 0; !wide && i < V; ++i) {
          if (column(i) >= n) continue;
          me.load("points", column(i), sizeof(T));
          me.load("points", n + column(i), sizeof(T));
        }
        for (int row = strip; row < std::min(strip + 8, n); ++row) {
          me.load("points", row, sizeof(T));
          me.load("points", n + row, sizeof(T));
          const bool whole = wide && column(V - 1) <= row;
          if (whole) me.store("result", (std::int64_t{row} * n + column(0)) / V, 16);
          for (int i = 0; i < V && !whole; ++i) {
            if (column(i) <= row) me.store("result", std::int64_t{row} * n + column(i), sizeof(T));
          }
        }
      }
    }
  }
  const std::any parameters = Parameters{.n = n};
  const AccessPattern pattern = pattern_of("cuda_linear", parameters, precision, {256, 1});
  ASSERT_NO_FATAL_FAILURE(expect_right(pattern, n, precision));
  // a grid is rectangular: blocks after the last strip read the points of their columns and write nothing
  Listing found = listing_of(pattern);
  for (auto& [warp, touches] : found) {
    if (std::get<1>(warp) >= block) continue;
    std::ranges::sort(touches);
    std::ranges::sort(played[warp]);
    ASSERT_EQ(touches, played[warp]) << "block " << std::get<1>(warp);
  }
}

TEST(TriangleAccesses, Linear) {
  for (const int n : {1, 33, 64, 1028, 1101}) {
    ASSERT_NO_FATAL_FAILURE(expect_linear<float>(n, Precision::fp32)) << n;
    ASSERT_NO_FATAL_FAILURE(expect_linear<double>(n, Precision::fp64)) << n;
  }
}

// By hand: 32 × 32 cells in fp32, one block of 32 × 32. Warp y stores y + 1 cells of its row: 1 to 4 sectors, in all
// 8 · (1 + 2 + 3 + 4) = 80 of 32 requests. Of the points each warp reads its row's (1 sector each) and its columns' (as
// many as it stores): 128 requests and 32 · 2 + 2 · 80 sectors.
TEST(TriangleAccesses, Totals) {
  const std::any parameters = Parameters{.n = 32};
  const AccessTotals all = totals_of(pattern_of("cuda_bb", parameters, Precision::fp32, {32, 32}), 0);
  EXPECT_EQ(all.sum(Access::global_store).requests, 32);
  EXPECT_EQ(all.sum(Access::global_store).sectors, 80);
  EXPECT_EQ(all.sum(Access::global_load).requests, 128);
  EXPECT_EQ(all.sum(Access::global_load).sectors, 64 + 160);
}

}  // namespace
}  // namespace heteroscope::triangle
