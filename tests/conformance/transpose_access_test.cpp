#include "kernels/transpose/tile_walk.hpp"
#include "kernels/transpose/tuning.hpp"
#include "kernels/transpose/workload.hpp"
#include "tests/conformance/access_checks.hpp"

/// What the transposition's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::transpose {
namespace {

constexpr Size sizes[] = {{1, 1}, {33, 70}, {64, 128}, {130, 66}, {256, 192}, {200, 36}};
constexpr BlockShape blocks[] = {{8, 32}, {16, 16}, {32, 32}, {7, 5}, {64, 1}, {1, 33}};

AccessPattern pattern_of(std::string_view variant, Size input, Precision precision, BlockShape block) {
  static const std::any parameters;
  return workload.find_accesses("transpose", variant)
      ->make({.parameters = &parameters,
              .input = input,
              .output = {{input.height, input.width}, precision},
              .precision = precision,
              .block = block,
              .values = {}});
}

/// What holds of every variant.
void expect_right(const AccessPattern& pattern, Size input, Precision precision, bool by_warp) {
  const Extent output{{input.height, input.width}, precision};
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, output));
  expect_reads(pattern, output, "input", by_warp,
               [&](int x, int y) { return std::vector{std::int64_t{x} * input.width + y}; });
}

/// Calls `body(block, thread, threadIdx, blockIdx)` for every thread.
template <class Body>
void for_each_thread(Size input, BlockShape block, Body body) {
  const int columns = (input.width + block.x - 1) / block.x;
  const int rows = (input.height + block.y - 1) / block.y;
  for (int by = 0; by < rows; ++by) {
    for (int bx = 0; bx < columns; ++bx) {
      for (int ty = 0; ty < block.y; ++ty) {
        for (int tx = 0; tx < block.x; ++tx) body(by * columns + bx, ty * block.x + tx, Cell{tx, ty}, Cell{bx, by});
      }
    }
  }
}

TEST(TransposeAccesses, Global) {
  for (const Size in : sizes) {
    for (const BlockShape block : blocks) {
      for (const Precision precision : both_precisions) {
        const int bytes = static_cast<int>(bytes_of(precision));
        Listing played;
        for_each_thread(in, block, [&](int b, int thread, Cell t, Cell of) {
          const int x = of.x * block.x + t.x;
          const int y = of.y * block.y + t.y;
          if (x >= in.width || y >= in.height) return;
          PlayedThread me(played, 0, b, thread);
          me.load("input", y * in.width + x, bytes);
          me.store("result", x * in.height + y, bytes);
        });
        const AccessPattern pattern = pattern_of("cuda_global", in, precision, block);
        ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
        ASSERT_NO_FATAL_FAILURE(expect_right(pattern, in, precision, true));
      }
    }
  }
}

TEST(TransposeAccesses, Tiles) {
  for (const Size in : sizes) {
    for (const BlockShape block : blocks) {
      for (const int pad : {0, 1}) {
        const Precision precision = pad == 0 ? Precision::fp32 : Precision::fp64;
        const int bytes = static_cast<int>(bytes_of(precision));
        const int pitch = block.x + pad;
        Listing played;
        for_each_thread(in, block, [&](int b, int thread, Cell t, Cell of) {
          const int x0 = of.x * block.x;
          const int y0 = of.y * block.y;
          PlayedThread me(played, 0, b, thread);
          if (x0 + t.x < in.width && y0 + t.y < in.height) {
            me.load("input", (y0 + t.y) * in.width + x0 + t.x, bytes);
            me.store_shared("tile", t.y * pitch + t.x, bytes);
          }
          const int wx = thread / block.y;
          const int wy = thread % block.y;
          if (x0 + wx < in.width && y0 + wy < in.height) {
            me.load_shared("tile", wy * pitch + wx, bytes);
            me.store("result", (x0 + wx) * in.height + y0 + wy, bytes);
          }
        });
        const AccessPattern pattern = pattern_of(pad == 0 ? "cuda_shared" : "cuda_shared_padded", in, precision, block);
        ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
        ASSERT_NO_FATAL_FAILURE(expect_right(pattern, in, precision, false));
      }
    }
  }
}

/// Blocks down the first column of tiles, then down the next: an image of fewer rows of tiles than a band has.
template <class T>
void expect_vectors(Size in, Precision precision) {
  constexpr int V = 16 / sizeof(T);
  constexpr int W = Tuning<T>::width;
  constexpr int H = Tuning<T>::height;
  const int across = (in.width + W - 1) / W;
  const int down = (in.height + H - 1) / H;
  Listing played;
  for (int b = 0; b < across * down; ++b) {
    const int x0 = b / down * W;
    const int y0 = b % down * H;
    for (int t = 0; t < Tuning<T>::threads; ++t) {
      PlayedThread me(played, 0, b, t);
      for (int s = t; s < W * H / V / V; s += Tuning<T>::threads) {
        const int x = s % (W / V) * V;
        const int y = s / (W / V) * V;
        for (int i = 0; i < V; ++i) {
          if (x0 + x < in.width && y0 + y + i < in.height) me.load("input", ((y0 + y + i) * in.width + x0 + x) / V, 16);
          me.store_shared("tile", (x + i) * (H / V) + ((y / V) ^ ((x + i) / V % 8)), 16);
        }
      }
      for (int v = t; v < W * H / V; v += Tuning<T>::threads) {
        const int x = v / (H / V);
        const int y = v % (H / V) * V;
        if (x0 + x >= in.width || y0 + y >= in.height) continue;
        me.load_shared("tile", x * (H / V) + ((y / V) ^ (x / V % 8)), 16);
        me.store("result", ((x0 + x) * in.height + y0 + y) / V, 16);
      }
    }
  }
  const AccessPattern pattern = pattern_of("cuda_vectorised", in, precision, {});
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_right(pattern, in, precision, false));
}

template <class T>
void expect_elements(Size in, Precision precision) {
  constexpr int E = 64;
  const int across = (in.width + E - 1) / E;
  const int down = (in.height + E - 1) / E;
  Listing played;
  for (int b = 0; b < across * down; ++b) {
    const int x0 = b / down * E;
    const int y0 = b % down * E;
    for (int t = 0; t < 256; ++t) {
      PlayedThread me(played, 0, b, t);
      const int along = t % E;
      for (int y = t / E; y < E; y += 256 / E) {
        if (x0 + along >= in.width || y0 + y >= in.height) continue;
        me.load("input", (y0 + y) * in.width + x0 + along, sizeof(T));
        me.store_shared("tile", y * (E + 1) + along, sizeof(T));
      }
      for (int x = t / E; x < E; x += 256 / E) {
        if (x0 + x >= in.width || y0 + along >= in.height) continue;
        me.load_shared("tile", along * (E + 1) + x, sizeof(T));
        me.store("result", (x0 + x) * in.height + y0 + along, sizeof(T));
      }
    }
  }
  const AccessPattern pattern = pattern_of("cuda_vectorised", in, precision, {});
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_right(pattern, in, precision, false));
}

TEST(TransposeAccesses, Vectorised) {
  for (const Size in : {Size{64, 128}, {256, 192}, {200, 36}, {4, 4}}) {
    ASSERT_NO_FATAL_FAILURE(expect_vectors<float>(in, Precision::fp32));
    ASSERT_NO_FATAL_FAILURE(expect_vectors<double>(in, Precision::fp64));
  }
  for (const Size in : {Size{1, 1}, {33, 70}, {131, 67}}) {
    ASSERT_NO_FATAL_FAILURE(expect_elements<float>(in, Precision::fp32));
    ASSERT_NO_FATAL_FAILURE(expect_elements<double>(in, Precision::fp64));
  }
}

/// 65535 blocks downward at most: threads walk on from there.
TEST(TransposeAccesses, LongImagesAreWalked) {
  const AccessPattern pattern = pattern_of("cuda_shared", {1, 131072}, Precision::fp32, {1, 1});
  EXPECT_EQ(pattern.launches.front().rows, 65535);
  EXPECT_EQ(pattern.launches.front().steps, 3);
  const auto at = pattern.warp_at(65536, 0).value();
  EXPECT_EQ(at, (WarpPlace{0, 1, 0, 1}));
  EXPECT_EQ(pattern.work(at).accesses.front().lanes.front().address, 65536U * 4);
}

// By hand: 64 × 64 in fp32 and blocks of 32 × 32; a warp loads one row's 128 bytes (4 sectors) and stores a column of
// 32 rows (32 sectors). 64 × 64 / 32 = 128 requests of each kind.
TEST(TransposeAccesses, Totals) {
  const AccessPattern pattern = pattern_of("cuda_global", {64, 64}, Precision::fp32, {32, 32});
  const AccessTotals all = totals_of(pattern, 0);
  EXPECT_EQ(all.blocks, 4);
  EXPECT_EQ(all.blocks_looked_at, 4);
  ASSERT_EQ(all.of.size(), 2U);
  const AccessTotal load = all.sum(Access::global_load);
  EXPECT_EQ(load.requests, 128);
  EXPECT_EQ(load.a_request(), 4);
  EXPECT_EQ(load.asked_bytes, 64 * 64 * 4);
  EXPECT_EQ(all.sum(Access::global_store).sectors, 128 * 32);
  EXPECT_EQ(all.sum(Access::shared_load).requests, 0);
  // all blocks are alike: any of them stand for all
  const AccessTotals some = totals_of(pattern, 0, 3);
  EXPECT_EQ(some.blocks_looked_at, 3);
  EXPECT_DOUBLE_EQ(some.sum(Access::global_store).sectors, 128 * 32);
}

// The same through a tile: every warp stores its row in one pass and loads a column, all of it in one bank, in 32.
TEST(TransposeAccesses, TotalsOfSharedMemory) {
  const auto passes = [](std::string_view variant, Access access) {
    return totals_of(pattern_of(variant, {64, 64}, Precision::fp32, {32, 32}), 0).sum(access).passes;
  };
  EXPECT_EQ(passes("cuda_shared", Access::shared_store), 128);
  EXPECT_EQ(passes("cuda_shared", Access::shared_load), 128 * 32);
  EXPECT_EQ(passes("cuda_shared_padded", Access::shared_load), 128);
}

}  // namespace
}  // namespace heteroscope::transpose
