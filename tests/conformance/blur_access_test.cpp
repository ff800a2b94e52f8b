#include "kernels/blur/fused_shape.hpp"
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
  AccessDevice device = {};

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
                .values = {},
                .device = device});
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

/// fused_strip.cuh of a radius that has code of its own, or of the next one that does.
template <class T>
void expect_fused(Size size, int radius, Border border, int most_warps) {
  constexpr int chunk = 16 / sizeof(T);
  const Problem p{.size = size,
                  .parameters = {.radius = radius, .border = border},
                  .precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64,
                  .device = {.warps_at_a_time = most_warps}};
  const bool exact = radius <= 8 || radius == 16;
  const int R = exact ? radius : (radius + 3) / 4 * 4;
  const int vector = R <= 20 ? chunk : chunk / 2;
  const int apron = (R + chunk - 1) / chunk * chunk;
  const int strip = 32 * vector;
  const int line = strip + 2 * apron;
  const bool wide = size.width % chunk == 0;
  const int strips = (size.width + strip - 1) / strip;
  const int marches = std::max(most_warps / strips, 1);
  const int most_rows = R <= 3 ? 8 : R <= 8 ? 32 : 128;
  const int rows_each = std::max(std::min((size.height + marches - 1) / marches, most_rows), std::max(8, R));
  Listing played;
  for (int task = 0; task < strips * ((size.height + rows_each - 1) / rows_each); ++task) {
    const int x0 = task % strips * strip;
    const int begin = task / strips * rows_each;
    const int end = std::min(begin + rows_each, size.height);
    const std::int64_t own = std::int64_t{task % 4} * 6 * line;
    for (int lane = 0; lane < 32; ++lane) {
      PlayedThread me(played, 0, task / 4, task % 4 * 32 + lane);
      bool inside = wide;  // each of the lane's chunks
      for (int i = lane * chunk; i < line; i += 32 * chunk)
        inside = inside && x0 - apron + i >= 0 && x0 - apron + i + chunk <= size.width;
      for (int y = begin - R; y < end + R; ++y) {
        const std::int64_t to = own + (y - begin + R) % 6 * line;
        for (int i = 0; i < line; ++i) {
          const bool mine = wide ? i / chunk % 32 == lane : i % 32 == lane;
          if (!mine) continue;
          if (inside && y >= 0 && y < size.height) {
            if (i % chunk != 0) continue;
            me.load("input", p.place(x0 - apron + i, y) / chunk, 16);
            me.store_shared("lines", (to + i) / chunk, 16);
            continue;
          }
          const int column = p.bordered(x0 - apron + i, size.width);
          const int row = p.bordered(y, size.height);
          if (column >= 0 && row >= 0) me.load("input", p.place(column, row), sizeof(T));
          me.store_shared("lines", to + i, sizeof(T));
        }
        std::map<int, std::set<int>> read;  // of each vector, the values that some column has a tap over
        for (int column = 0; column < vector; ++column) {
          for (int i = apron + column - R; i <= apron + column + R; ++i) read[i / vector].insert(i % vector);
        }
        for (const auto& [v, used] : read) {
          const std::int64_t first = to + (lane + v) * vector;
          const int size = static_cast<int>(sizeof(T));
          if (used == std::set{2, 3}) {
            me.load_shared("lines", first / 2 + 1, 2 * size);
          } else if (used == std::set{0, 1} && vector == 4) {
            me.load_shared("lines", first / 2, 2 * size);
          } else if (used.size() > 1) {
            me.load_shared("lines", first / vector, vector * size);
          } else if (vector > 1 || std::abs(v - apron) <= radius) {
            me.load_shared("lines", first + *used.begin(), size);
          }
        }
      }
      const int x = x0 + lane * vector;
      for (int y = begin; y < end; ++y) {
        if (wide && x + vector <= size.width) {
          me.store("result", p.place(x, y) / vector, vector * static_cast<int>(sizeof(T)));
        } else {
          for (int i = 0; i < vector && x + i < size.width; ++i) me.store("result", p.place(x + i, y), sizeof(T));
        }
      }
    }
  }
  const AccessPattern pattern = p.pattern("cuda_fused");
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, true));
}

TEST(BlurAccesses, Fused) {
  for (const Border border : {Border::zero, Border::clamp, Border::mirror}) {
    ASSERT_NO_FATAL_FAILURE(expect_fused<float>({300, 20}, 2, border, 6));
    ASSERT_NO_FATAL_FAILURE(expect_fused<double>({131, 17}, 5, border, 6));
  }
  ASSERT_NO_FATAL_FAILURE(expect_fused<float>({264, 18}, 1, Border::clamp, 4));
  ASSERT_NO_FATAL_FAILURE(expect_fused<float>({260, 40}, 11, Border::clamp, 8));
  ASSERT_NO_FATAL_FAILURE(expect_fused<float>({130, 20}, 16, Border::zero, 8));
  ASSERT_NO_FATAL_FAILURE(expect_fused<float>({260, 20}, 6, Border::mirror, 4));
  ASSERT_NO_FATAL_FAILURE(expect_fused<double>({66, 40}, 32, Border::mirror, 8));
  ASSERT_NO_FATAL_FAILURE(expect_fused<double>({66, 40}, 22, Border::clamp, 8));
  ASSERT_NO_FATAL_FAILURE(expect_fused<float>({3, 2}, 23, Border::mirror, 8));
}

/// tensor_strip.cuh, lane by lane: which rows and columns a lane holds of the matrices is as the PTX ISA has it for
/// mma.m16n8k8.
template <class T>
void expect_tensor(Size size, int radius, Border border, int most_warps) {
  constexpr int vector = 16 / sizeof(T);
  const Problem p{.size = size,
                  .parameters = {.radius = radius, .border = border},
                  .precision = sizeof(T) == 4 ? Precision::fp32 : Precision::fp64,
                  .device = {.warps_at_a_time = most_warps}};
  const bool narrow = radius > 16;
  const int apron = (radius + 7) / 8 * 8;
  const int strip = 16 * (sizeof(T) == 4 ? (narrow ? 2 : 4) : (narrow ? 1 : 2));
  const bool wide = size.width % vector == 0;
  const int strips = (size.width + strip - 1) / strip;
  const int marches = std::max(most_warps / strips, 1);
  const int short_march = sizeof(T) == 4 ? 48 : 32;
  const int long_march = sizeof(T) == 4 ? 128 : 256;
  const int most_rows = radius <= 8 ? short_march : radius <= 16 ? long_march : 256;
  const int rows_each = (std::clamp((size.height + marches - 1) / marches, 8, most_rows) + 7) / 8 * 8;
  Listing played;
  for (int task = 0; task < strips * ((size.height + rows_each - 1) / rows_each); ++task) {
    const int x0 = task % strips * strip;
    const int begin = task / strips * rows_each;
    const int end = std::min(begin + rows_each, size.height);
    for (int lane = 0; lane < 32; ++lane) {
      PlayedThread me(played, 0, task / 2, task % 2 * 32 + lane);
      for (int y = begin - apron + lane / 4; y < (end - begin + 7) / 8 * 8 + begin + apron; y += 8) {
        const int row = p.bordered(y, size.height);
        if (row < 0) continue;
        for (int x = x0 - apron + lane % 4 * 4; x < x0 + strip + apron; x += 16) {
          const bool whole = wide && x >= 0 && x + 4 <= size.width;
          for (int i = 0; i < 4; i += whole ? vector : 1) {
            const int column = p.bordered(x + i, size.width);
            if (whole) {
              me.load("input", p.place(column, row) / vector, 16);
            } else if (column >= 0) {
              me.load("input", p.place(column, row), sizeof(T));
            }
          }
        }
      }
      for (int y = begin; y < end; ++y) {
        if ((y - begin) % 8 / 2 != lane % 4) continue;
        for (int x = x0 + lane / 4 * 2; x < std::min(x0 + strip, size.width); x += 16) {
          if (wide && x + 2 <= size.width) {
            me.store("result", p.place(x, y) / 2, 2 * static_cast<int>(sizeof(T)));
          } else {
            for (int i = 0; i < 2 && x + i < size.width; ++i) me.store("result", p.place(x + i, y), sizeof(T));
          }
        }
      }
    }
  }
  const AccessPattern pattern = p.pattern("cuda_tensor");
  ASSERT_NO_FATAL_FAILURE(expect_listing(pattern, played));
  ASSERT_NO_FATAL_FAILURE(expect_right(p, pattern, true));
}

TEST(BlurAccesses, Tensor) {
  for (const Border border : {Border::zero, Border::clamp, Border::mirror}) {
    ASSERT_NO_FATAL_FAILURE(expect_tensor<float>({300, 20}, 2, border, 6));
    ASSERT_NO_FATAL_FAILURE(expect_tensor<double>({131, 17}, 9, border, 6));
  }
  ASSERT_NO_FATAL_FAILURE(expect_tensor<float>({256, 100}, 8, Border::clamp, 4));
  ASSERT_NO_FATAL_FAILURE(expect_tensor<double>({96, 80}, 3, Border::mirror, 3));
  ASSERT_NO_FATAL_FAILURE(expect_tensor<float>({130, 20}, 17, Border::zero, 8));
  ASSERT_NO_FATAL_FAILURE(expect_tensor<double>({66, 40}, 32, Border::mirror, 8));
  ASSERT_NO_FATAL_FAILURE(expect_tensor<float>({3, 2}, 23, Border::mirror, 8));
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

// By hand: an inner warp, radius 2, fp32. A row has 32 copies of 16 bytes from 16 bytes past a sector's beginning on,
// whose 4 quarter-warps ask for 5 sectors each, and 2 copies that are 2 sectors. Read are values 2 to 9 of 12: half of
// a vector, one, and half of one; lanes are 16 bytes apart, so that two words of 16 lanes' halves share a bank and each
// takes 4 passes. Ahead of each copy 3 are switched off.
TEST(BlurAccesses, SectorsAndPassesOfAFusedWarp) {
  const Problem p{{512, 64}, {.radius = 2}, Precision::fp32, {}, {.warps_at_a_time = 64}};
  const AccessPattern pattern = p.pattern("cuda_fused");
  const WarpWork work = pattern.work(pattern.warp_at(200, 24).value());
  std::vector<int> sectors;
  std::vector<int> passes;
  std::vector<int> bytes;
  for (const WarpAccess& each : work.accesses) {
    if (each.access == Access::global_load) sectors.push_back(sectors_of(each));
    if (each.access != Access::shared_load) continue;
    bytes.push_back(each.bytes);
    passes.push_back(passes_of(each));
  }
  EXPECT_EQ(sectors, (std::vector{20, 2}));
  EXPECT_EQ(bytes, (std::vector{8, 16, 8}));
  EXPECT_EQ(passes, (std::vector{4, 4, 4}));
  EXPECT_EQ(work.idle, std::vector(6, Access::shared_load));
}

// By hand: the products' lanes lie 8 rows × 4 lanes, so that a load of 16 bytes a lane has 64 bytes of each of 8 rows,
// two whole sectors, and a store of 8 bytes a lane 64 bytes of each of 4.
TEST(BlurAccesses, SectorsOfATensorWarp) {
  const Problem p{{512, 256}, {.radius = 4}, Precision::fp32};
  const AccessPattern pattern = p.pattern("cuda_tensor");
  int loads = 0;
  int stores = 0;
  for (const WarpAccess& each : pattern.work(pattern.warp_at(200, 100).value()).accesses) {
    const bool load = each.access == Access::global_load;
    ++(load ? loads : stores);
    EXPECT_EQ(sectors_touched(each.lanes, each.bytes), load ? 16 : 8);
  }
  EXPECT_EQ(loads, 4 + 1) << "64 columns of a strip and 8 on each side, 16 at a time";
  EXPECT_EQ(stores, 4 * 2) << "of each of 4 tiles 2 rows a lane";
}

}  // namespace
}  // namespace heteroscope::blur
