#include "kernels/blur/parameters.hpp"
#include "kernels/blur/workload.hpp"
#include "tests/conformance/access_checks.hpp"

/// What the blur's CUDA variants touch, against their kernels played thread by thread.
namespace heteroscope::blur {
namespace {

struct Problem {
  Size size;
  Parameters parameters;
  Precision precision = Precision::fp32;
  BlockShape block{32, 8};

  [[nodiscard]] int bytes() const { return static_cast<int>(bytes_of(precision)); }
  [[nodiscard]] int taps() const { return 2 * parameters.radius + 1; }
  [[nodiscard]] std::int64_t place(int x, int y) const { return std::int64_t{y} * size.width + x; }
  [[nodiscard]] AccessPattern pattern(std::string_view variant) const {
    const std::any given = parameters;
    return workload.find_accesses("blur", variant)
        ->make({.parameters = &given,
                .input = size,
                .output = {size, precision},
                .precision = precision,
                .block = block,
                .values = {}});
  }
  /// A line's index as the border has it, from its definition: walking back from where it lies; −1: zero.
  [[nodiscard]] int bordered(int i, int n) const {
    if (parameters.border == Border::zero) return i < 0 || i >= n ? -1 : i;
    if (parameters.border == Border::clamp) return std::clamp(i, 0, n - 1);
    while (n > 1 && (i < 0 || i >= n)) i = i < 0 ? -i : 2 * (n - 1) - i;
    return n == 1 ? 0 : i;
  }
  /// The cells of a window `across` wide to either side and `down` high.
  [[nodiscard]] std::vector<std::int64_t> window(int x, int y, int across, int down) const {
    std::vector<std::int64_t> out;
    for (int j = -down; j <= down; ++j) {
      for (int i = -across; i <= across; ++i) {
        const int column = bordered(x + i, size.width);
        const int row = bordered(y + j, size.height);
        if (column >= 0 && row >= 0) out.push_back(place(column, row));
      }
    }
    return out;
  }
  /// Calls `body(block number, thread, left, top)` for every thread of a grid of blocks over the image.
  template <class Body>
  void for_each_thread(Body body) const {
    const int columns = (size.width + block.x - 1) / block.x;
    for (int by = 0; by * block.y < size.height; ++by) {
      for (int bx = 0; bx < columns; ++bx) {
        for (int t = 0; t < block.threads(); ++t) body(by * columns + bx, t, bx * block.x, by * block.y);
      }
    }
  }
};

std::vector<Problem> problems() {
  std::vector<Problem> out;
  for (const Border border : {Border::zero, Border::clamp, Border::mirror}) {
    out.push_back({{37, 21}, {.radius = 2, .border = border}, Precision::fp32, {16, 4}});
    out.push_back({{64, 16}, {.radius = 5, .border = border}, Precision::fp64, {32, 8}});
    out.push_back({{9, 6}, {.radius = 7, .border = border}, Precision::fp32, {5, 3}});
  }
  return out;
}

void expect_right(const Problem& p, const AccessPattern& pattern, bool by_warp) {
  ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, {p.size, p.precision}));
  expect_reads(pattern, {p.size, p.precision}, "input", by_warp,
               [&](int x, int y) { return p.window(x, y, p.parameters.radius, p.parameters.radius); });
}

TEST(BlurAccesses, Global) {
  for (const Problem& p : problems()) {
    const int taps = p.taps();
    Listing played;
    p.for_each_thread([&](int b, int t, int left, int top) {
      const int x = left + t % p.block.x;
      const int y = top + t / p.block.x;
      if (x >= p.size.width || y >= p.size.height) return;
      PlayedThread me(played, 0, b, t);
      for (int k = 0; k < taps * taps; ++k) me.load("mask", k, p.bytes());
      for (const std::int64_t cell : p.window(x, y, p.parameters.radius, p.parameters.radius))
        me.load("input", cell, p.bytes());
      me.store("result", p.place(x, y), p.bytes());
    });
    const AccessPattern pattern = p.pattern("cuda_global");
    ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
    ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, true));
  }
}

/// cuda_shared.cu. `slab`: rows of the tile that are in shared memory at a time.
Listing played_tiles(const Problem& p, int slab, bool mask) {
  const int taps = p.taps();
  const int radius = p.parameters.radius;
  const int width = p.block.x + taps - 1;
  const int rows = p.block.y + taps - 1;
  Listing played;
  p.for_each_thread([&](int b, int t, int left, int top) {
    PlayedThread me(played, 0, b, t);
    const int column = t % p.block.x;
    const int row = t / p.block.x;
    for (int first = 0; first < rows; first += slab) {
      const int end = std::min(first + slab, rows);
      for (int j = first + row; j < end; j += p.block.y) {
        for (int i = column; i < width; i += p.block.x) {
          const int x = p.bordered(left - radius + i, p.size.width);
          const int y = p.bordered(top - radius + j, p.size.height);
          if (x >= 0 && y >= 0) me.load("input", p.place(x, y), p.bytes());
          me.store_shared("tile", (j - first) * width + i, p.bytes());
        }
      }
      for (int k = 0; k < taps; ++k) {
        if (row + k < first || row + k >= end) continue;
        for (int i = 0; i < taps; ++i) {
          if (mask) me.load("mask", k * taps + i, p.bytes());
          me.load_shared("tile", (row + k - first) * width + column + i, p.bytes());
        }
      }
    }
    if (left + column < p.size.width && top + row < p.size.height)
      me.store("result", p.place(left + column, top + row), p.bytes());
  });
  return played;
}

TEST(BlurAccesses, Tiles) {
  for (const Problem& p : problems()) {
    const int rows = p.block.y + p.taps() - 1;
    for (const std::string_view variant : {"cuda_shared", "cuda_shared_restrict", "cuda_shared_constant"}) {
      const AccessPattern pattern = p.pattern(variant);
      const bool mask = variant != "cuda_shared_constant";
      ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played_tiles(p, rows, mask)));
      ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, false));
    }
  }
  // 32 × 4 threads and radius 32 in fp64: 96 × 68 values do not fit 48 KiB, 64 rows do
  const Problem large{{40, 5}, {.radius = 32, .border = Border::mirror}, Precision::fp64, {32, 4}};
  const AccessPattern pattern = large.pattern("cuda_shared_constant");
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played_tiles(large, 64, false)));
  ASSERT_NO_FATAL_FAILURE(expect_right(large, pattern, false));
}

TEST(BlurAccesses, Separable) {
  for (const Problem& p : problems()) {
    const int radius = p.parameters.radius;
    Listing played;
    p.for_each_thread([&](int b, int t, int left, int top) {
      const int x = left + t % p.block.x;
      const int y = top + t / p.block.x;
      if (x >= p.size.width || y >= p.size.height) return;
      PlayedThread first(played, 0, b, t);
      for (const std::int64_t cell : p.window(x, y, radius, 0)) first.load("input", cell, p.bytes());
      first.store("between", p.place(x, y), p.bytes());
      PlayedThread second(played, 1, b, t);
      for (const std::int64_t cell : p.window(x, y, 0, radius)) second.load("between", cell, p.bytes());
      second.store("result", p.place(x, y), p.bytes());
    });
    const AccessPattern pattern = p.pattern("cuda_separable");
    ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
    ASSERT_NO_FATAL_FAILURE(expect_whole(pattern, {p.size, p.precision}));
  }
}

// By hand: an inner warp of 32 × 1 pixels, radius 1, fp32: 9 taps, each a load of the mask (1 sector) and a row of 128
// bytes that begins a value before, at, or a value after a sector's beginning (5, 4 and 5 sectors).
TEST(BlurAccesses, SectorsOfAWarp) {
  const Problem p{{96, 3}, {.radius = 1}, Precision::fp32, {32, 1}};
  const AccessPattern pattern = p.pattern("cuda_global");
  const WarpPlace at = pattern.warp_at(40, 1).value();
  EXPECT_EQ(at, (WarpPlace{0, 4, 0, 0}));
  int mask = 0;
  int input = 0;
  int instructions = 0;
  for (const WarpAccess& each : pattern.work(at).accesses) {
    if (each.access != Access::global_load) continue;
    ++instructions;
    (each.array == "mask" ? mask : input) += sectors_touched(each.lanes, each.bytes);
  }
  EXPECT_EQ(instructions, 18);
  EXPECT_EQ(mask, 9);
  EXPECT_EQ(input, 3 * (5 + 4 + 5));
}

}  // namespace
}  // namespace heteroscope::blur
