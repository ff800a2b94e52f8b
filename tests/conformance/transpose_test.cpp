#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <set>
#include <stop_token>

#include "core/model/access.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/simd_targets.hpp"  // before anything else of Highway
#include "kernels/transpose/tile_walk.hpp"
#include "kernels/transpose/tuning.hpp"
#include "kernels/transpose/workload.hpp"
#include "tests/conformance/cpu_variants.hpp"
#include "tests/conformance/scratch.hpp"
#include "tests/fakes/stop.hpp"

/// Every CPU variant on hand-made jobs, the walks that the CUDA kernels take (played through on the host), and the
/// model of their accesses.
namespace heteroscope::transpose {
namespace {

/// A field of bit patterns, all kinds of NaN and denormals among them.
struct Image {
  Size size;
  Precision precision;
  std::vector<std::byte> bytes;

  Image(Size s, Precision p) : size(s), precision(p), bytes(static_cast<std::size_t>(s.area()) * bytes_of(p)) {}
  Image(Size s, Precision p, std::mt19937_64& random) : Image(s, p) {
    for (std::size_t i = 0; i < bytes.size(); i += 4) {
      const auto word = static_cast<std::uint32_t>(random());
      std::memcpy(bytes.data() + i, &word, 4);
    }
  }
  [[nodiscard]] FieldView view() { return {bytes.data(), size, precision}; }
  [[nodiscard]] const std::byte* at(int x, int y) const {
    return bytes.data() + (static_cast<std::size_t>(y) * size.width + x) * bytes_of(precision);
  }
};

Image output_of(const Image& in) {
  return {{in.size.height, in.size.width}, in.precision};
}

void run(const Variant& variant, Image& in, Image& out, Rows rows, int threads, Cancel cancel = {}) {
  const std::any parameters;
  const std::vector<int> tunables = tunable_values(variant.knobs, {});
  MapJob job{{.parameters = &parameters, .rows = rows, .threads = threads, .tunables = tunables, .cancel = cancel}};
  job.input = in.view();
  job.output = out.view();
  const testing::Scratch scratch(variant, job);
  variant.run(job);
}

Image transposed(const Variant& variant, Image& in, int threads) {
  Image out = output_of(in);
  run(variant, in, out, {0, out.size.height}, threads);
  return out;
}

void expect_transposed(const Image& in, const Image& out, const char* what) {
  for (int y = 0; y < in.size.height; ++y) {
    for (int x = 0; x < in.size.width; ++x) {
      ASSERT_EQ(std::memcmp(in.at(x, y), out.at(y, x), bytes_of(in.precision)), 0)
          << what << ", pixel " << x << ", " << y << " of " << in.size.width << " x " << in.size.height;
    }
  }
}

using CpuVariants = heteroscope::testing::EachCpuVariant<workload>;

TEST_P(CpuVariants, TurnsAPinnedMatrix) {
  Image in({3, 2}, Precision::fp32);
  const float values[] = {1, 2, 3, 4, 5, 6};
  std::memcpy(in.bytes.data(), values, sizeof values);
  const Image out = transposed(variant(), in, 2);
  const float expected[] = {1, 4, 2, 5, 3, 6};
  EXPECT_EQ(out.size, (Size{2, 3}));
  EXPECT_EQ(std::memcmp(out.bytes.data(), expected, sizeof expected), 0);
}

TEST_P(CpuVariants, TwiceIsTheIdentityAtRandomSizes) {
  std::mt19937_64 random(20220613);
  for (int i = 0; i < 160; ++i) {
    const int most = i < 40 ? 5 : i < 120 ? 90 : 700;
    const auto length = [&] { return 1 + static_cast<int>(random() % most); };
    const Precision precision = i % 2 == 0 ? Precision::fp32 : Precision::fp64;
    Image in({length(), length()}, precision, random);
    const int threads = 1 + i % 5;
    Image once = transposed(variant(), in, threads);
    expect_transposed(in, once, GetParam().c_str());
    ASSERT_FALSE(HasFatalFailure());
    ASSERT_EQ(transposed(variant(), once, threads).bytes, in.bytes);
  }
}

/// Sizes that are written around the caches, that have rows at all places within a cache line, and extremes.
TEST_P(CpuVariants, LargeAndLongImages) {
  std::mt19937_64 random(7);
  for (const Size size : {Size{1531, 1403}, {1024, 2048}, {1, 70001}, {70001, 1}, {3, 40007}, {1, 1}}) {
    for (const Precision precision : both_precisions) {
      Image in(size, precision, random);
      expect_transposed(in, transposed(variant(), in, 3), GetParam().c_str());
      ASSERT_FALSE(HasFatalFailure());
    }
  }
}

TEST_P(CpuVariants, BandsWriteTheirRowsAndNoOthers) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 60; ++i) {
    const Precision precision = i % 2 == 0 ? Precision::fp32 : Precision::fp64;
    const Size size = i < 2 ? Size{1500, 1501} : Size{1 + static_cast<int>(random() % 200), 70};
    Image in(size, precision, random);
    Image out = output_of(in);
    std::memset(out.bytes.data(), 0x5a, out.bytes.size());
    const Image whole = transposed(*workload.stages.front().find("sequential"), in, 1);
    const int begin = static_cast<int>(random() % size.width);
    const int end = begin + static_cast<int>(random() % (size.width - begin + 1));
    run(variant(), in, out, {begin, end}, 1 + i % 4);
    const std::size_t row = static_cast<std::size_t>(out.size.width) * bytes_of(precision);
    for (int y = 0; y < out.size.height; ++y) {
      const std::vector<std::byte> untouched(row, std::byte{0x5a});
      const std::byte* expected = y >= begin && y < end ? whole.at(0, y) : untouched.data();
      ASSERT_EQ(std::memcmp(out.at(0, y), expected, row), 0) << "row " << y << " of band " << begin << " to " << end;
    }
  }
}

TEST_P(CpuVariants, ACancelledJobWritesNothing) {
  Image in({100, 100}, Precision::fp32);
  Image out = output_of(in);
  std::memset(out.bytes.data(), 0x5a, out.bytes.size());
  const Image before = out;
  const std::stop_token stop = heteroscope::testing::requested_stop();
  run(variant(), in, out, {0, 100}, 2, Cancel(stop));
  EXPECT_EQ(out.bytes, before.bytes);
}

INSTANTIATE_TEST_SUITE_P(Transpose, CpuVariants, ::testing::ValuesIn(heteroscope::testing::cpu_variants_of(workload)),
                         [](const auto& each) { return each.param; });

/// Vectors of each width are transposed by code of their own.
TEST(TransposeSimd, EveryInstructionSet) {
  const Variant& simd = *workload.stages.front().find("simd");
  std::mt19937_64 random(3);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(target);
    for (const Size size : {Size{67, 301}, {512, 33}, {1531, 1403}}) {
      for (const Precision precision : both_precisions) {
        Image in(size, precision, random);
        expect_transposed(in, transposed(simd, in, 2), hwy::TargetName(target));
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().DeInit();
}

/// What the threads of a block do, one after the other: every element of the tile is to come out once, at its place.
TEST(TransposeWalk, BlockTilesCarryEveryElementOnce) {
  for (const BlockShape block :
       {BlockShape{16, 16}, {32, 32}, {7, 5}, {5, 7}, {1, 1}, {1024, 1}, {1, 1024}, {33, 31}}) {
    for (const int pad : {0, 1}) {
      const BlockTile tile{block.x, block.y, pad};
      std::vector<int> held(static_cast<std::size_t>(tile.elements()), -1);
      std::set<int> written;
      for (int t = 0; t < tile.threads(); ++t) {
        const Cell at = tile.read_by(t);
        held.at(static_cast<std::size_t>(tile.slot(at))) = at.y * block.x + at.x;
      }
      for (int t = 0; t < tile.threads(); ++t) {
        const Cell at = tile.written_by(t);
        ASSERT_EQ(held.at(static_cast<std::size_t>(tile.slot(at))), at.y * block.x + at.x);
        written.insert(at.y * block.x + at.x);
        // neighboring threads write neighbors of an output row, which is a column of the tile
        ASSERT_EQ(at.x * block.y + at.y, t);
      }
      ASSERT_EQ(static_cast<int>(written.size()), tile.threads());
    }
  }
}

template <class Shape>
struct Wide : Shape {
  static constexpr int width = 128, height = 64, threads = 128;
};

template <class T, class Tuning>
void play_vector_tile() {
  using Tile = VectorTile<T, Tuning>;
  constexpr int vector = Tile::vector;
  std::vector<std::array<int, vector>> held(Tile::vectors);
  std::set<int> slots;
  for (int t = 0; t < Tile::threads; ++t) {
    for (int k = 0; k < Tile::squares_per_thread; ++k) {
      const Cell at = Tile::square(t, k);
      for (int i = 0; i < vector; ++i) {
        const int slot = Tile::slot({at.x + i, at.y});
        ASSERT_TRUE(slots.insert(slot).second);
        for (int j = 0; j < vector; ++j) held.at(slot)[j] = (at.y + j) * Tuning::width + at.x + i;
      }
    }
  }
  ASSERT_EQ(static_cast<int>(slots.size()), Tile::vectors);
  std::set<int> written;
  for (int t = 0; t < Tile::threads; ++t) {
    for (int k = 0; k < Tile::vectors_per_thread; ++k) {
      const Cell at = Tile::written(t, k);
      ASSERT_EQ(at.y % vector, 0);
      for (int j = 0; j < vector; ++j) {
        const int element = (at.y + j) * Tuning::width + at.x;
        ASSERT_EQ(held.at(static_cast<std::size_t>(Tile::slot(at)))[j], element);
        ASSERT_TRUE(written.insert(element).second);
      }
    }
  }
  ASSERT_EQ(static_cast<int>(written.size()), Tuning::width * Tuning::height);
}

TEST(TransposeWalk, VectorTilesCarryEveryElementOnce) {
  play_vector_tile<float, Tuning<float>>();
  play_vector_tile<double, Tuning<double>>();
  play_vector_tile<float, Wide<Tuning<float>>>();
  play_vector_tile<double, Wide<Tuning<double>>>();
}

TEST(TransposeWalk, BlocksTakeEveryTileOnce) {
  for (const unsigned across : {1U, 3U, 16U, 37U}) {
    for (const unsigned down : {1U, 5U, 16U, 41U}) {
      for (const unsigned group : {1U, 4U, 16U, 64U}) {
        std::set<std::pair<int, int>> tiles;
        for (unsigned n = 0; n < across * down; ++n) {
          const Cell tile = tile_of_block(n, across, down, group);
          ASSERT_LT(static_cast<unsigned>(tile.x), across);
          ASSERT_LT(static_cast<unsigned>(tile.y), down);
          ASSERT_EQ(block_of_tile(tile, across, down, group), n);
          tiles.insert({tile.x, tile.y});
        }
        ASSERT_EQ(tiles.size(), std::size_t{across} * down) << across << ' ' << down << ' ' << group;
      }
    }
  }
}

std::vector<LaneAddress> lanes(std::uint64_t first, std::uint64_t step, int count = 32) {
  std::vector<LaneAddress> out;
  for (int i = 0; i < count; ++i) out.push_back({i, first + step * i});
  return out;
}

// Expected counts by hand, from the sizes of sectors (32 bytes) and banks (32 of 4 bytes).
TEST(AccessModel, CountsSectors) {
  EXPECT_EQ(sectors_touched(lanes(0, 4), 4), 4);        // 128 bytes in a row
  EXPECT_EQ(sectors_touched(lanes(4, 4), 4), 5);        // the same, not at a sector's beginning
  EXPECT_EQ(sectors_touched(lanes(0, 65536), 4), 32);   // down a column
  EXPECT_EQ(sectors_touched(lanes(96, 0), 4), 1);       // all the same
  EXPECT_EQ(sectors_touched(lanes(0, 16), 16), 16);     // 512 bytes in a row
  EXPECT_EQ(sectors_touched(lanes(24, 16, 1), 16), 2);  // one access across two sectors
  EXPECT_EQ(sectors_touched({}, 4), 0);
}

TEST(AccessModel, CountsPassesOverSharedMemory) {
  EXPECT_EQ(shared_passes(lanes(0, 4), 4), 1);       // a word in each bank
  EXPECT_EQ(shared_passes(lanes(0, 0), 4), 1);       // one word for all
  EXPECT_EQ(shared_passes(lanes(0, 8), 4), 2);       // every other bank
  EXPECT_EQ(shared_passes(lanes(0, 12), 4), 1);      // 3 and 32 have no common divisor
  EXPECT_EQ(shared_passes(lanes(0, 128), 4), 32);    // one bank
  EXPECT_EQ(shared_passes(lanes(0, 128, 5), 4), 5);  // five lanes
  EXPECT_EQ(shared_passes(lanes(0, 8), 8), 2);       // 256 bytes: half-warps
  EXPECT_EQ(shared_passes(lanes(0, 16), 16), 4);     // 512 bytes: quarter-warps
  EXPECT_EQ(shared_passes(lanes(0, 128), 16), 32);   // quarter-warps of 8 lanes in 4 banks
  EXPECT_EQ(shared_passes(lanes(0, 33 * 8), 8), 2);  // a column of a padded fp64 tile
  EXPECT_EQ(shared_passes({}, 4), 0);
}

// Lanes that are switched off keep their places: what is served together is the warp's half or quarter.
TEST(AccessModel, CountsPassesByLaneNumbers) {
  const std::vector<LaneAddress> one_of_each_half{{3, 0}, {19, 8}};
  EXPECT_EQ(shared_passes(one_of_each_half, 8), 2);
  const std::vector<LaneAddress> both_of_one_half{{3, 0}, {4, 8}};
  EXPECT_EQ(shared_passes(both_of_one_half, 8), 1);
  EXPECT_EQ(shared_passes(one_of_each_half, 4), 1);
  const std::vector<LaneAddress> bytes_of_two_words{{0, 1}, {1, 2}, {2, 128}};
  EXPECT_EQ(shared_passes(bytes_of_two_words, 1), 2);
}

// Lanes that add to one word take turns; lanes that add to different banks do not.
TEST(AccessModel, CountsPassesOfAtomics) {
  EXPECT_EQ(atomic_passes(lanes(0, 4), 4), 1);
  EXPECT_EQ(atomic_passes(lanes(0, 0), 4), 32);
  EXPECT_EQ(atomic_passes(lanes(0, 0, 5), 4), 5);
  EXPECT_EQ(atomic_passes(lanes(0, 128, 5), 4), 5);
  EXPECT_EQ(passes_of({.access = Access::shared_atomic, .bytes = 4, .lanes = lanes(0, 0)}), 32);
  EXPECT_EQ(passes_of({.access = Access::shared_atomic, .bytes = 4, .manner = Manner::increment, .lanes = lanes(0, 0)}),
            1);
  EXPECT_EQ(passes_of({.access = Access::shared_load, .bytes = 4, .lanes = lanes(0, 0)}), 1);
  EXPECT_EQ(passes_of({.access = Access::global_load, .bytes = 4, .lanes = lanes(0, 0)}), 0);
}

void expect_figures(const std::vector<ModelFigure>& found, double load, double store, std::optional<double> shared) {
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].label, "global load efficiency");
  EXPECT_EQ(found[1].label, "global store efficiency");
  EXPECT_EQ(found[2].label, "shared efficiency");
  for (const ModelFigure& each : found) EXPECT_EQ(each.unit, "%");
  EXPECT_NEAR(found[0].value.value(), load, 0.005);
  EXPECT_NEAR(found[1].value.value(), store, 0.005);
  ASSERT_EQ(found[2].value.has_value(), shared.has_value());
  EXPECT_NEAR(found[2].value.value_or(-1), shared.value_or(-1), 0.005);
}

std::vector<ModelFigure> transpose_figures(std::string_view variant, BlockShape block, Precision precision) {
  return workload.find_accesses("transpose", variant)->figures(block, precision);
}

// The table of the seed, as nvprof printed it, but for 16 x 16 without padding: 22.50 there, 2/9 by counting.
TEST(AccessModel, ReproducesTheProfilersTable) {
  const Precision p = Precision::fp32;
  expect_figures(transpose_figures("cuda_global", {32, 32}, p), 100, 12.50, {});
  expect_figures(transpose_figures("cuda_shared", {16, 16}, p), 100, 100, 200.0 / 9);
  expect_figures(transpose_figures("cuda_shared", {32, 32}, p), 100, 100, 6.06);
  expect_figures(transpose_figures("cuda_shared_padded", {16, 16}, p), 100, 100, 50);
  expect_figures(transpose_figures("cuda_shared_padded", {32, 32}, p), 100, 100, 100);
}

// By hand. fp64: a column is 8 of 32 bytes a sector; 16 lanes of a half-warp in a tile of 32 columns are in one pair of
// banks: 2 passes to store, 32 to load. A block of 32 x 1: 32 rows of one element, a word each.
TEST(AccessModel, OtherShapesAndPrecisions) {
  expect_figures(transpose_figures("cuda_global", {32, 32}, Precision::fp64), 100, 25, {});
  expect_figures(transpose_figures("cuda_shared", {32, 32}, Precision::fp64), 100, 100, 100 * 4.0 / 34);
  expect_figures(transpose_figures("cuda_shared_padded", {32, 32}, Precision::fp64), 100, 100, 100);
  expect_figures(transpose_figures("cuda_shared", {32, 1}, Precision::fp32), 100, 12.5, 100);
  for (const Precision precision : both_precisions) {
    expect_figures(transpose_figures("cuda_vectorised", {}, precision), 100, 100, 100);
  }
}

}  // namespace
}  // namespace heteroscope::transpose
