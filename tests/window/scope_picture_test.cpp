// A traced pass as a picture, each cell in its span's color.
#include "app/scope/picture.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/color/palette.hpp"
#include "core/color/told_apart.hpp"
#include "core/trace/writer.hpp"
#include "tests/two_threads.hpp"

namespace heteroscope {
namespace {

using testing::two_threads;

const Participant gpu_participant{Processor::gpu, 0};
const Participant cpu_participant{Processor::cpu, 0};

TEST(TracePicture, EachCellHasItsSpansColor) {
  const std::vector<Trace> participants{two_threads().collect()};
  const Picture picture =
      *traced_picture(std::vector{cpu_participant}, participants, {}, {3, 4}, TraceColor::processor);
  ASSERT_EQ(picture.size, (Size{3, 4}));
  for (int y = 0; y < 4; ++y) {
    for (int x = 0; x < 3; ++x) EXPECT_EQ(picture.pixels[std::size_t{3} * y + x], unit_color(y / 2)) << x << ' ' << y;
  }
  const Picture start = *traced_picture(std::vector{cpu_participant}, participants, {}, {3, 4}, TraceColor::start);
  EXPECT_EQ(start.pixels[0], start.pixels[9]) << "both began first";
  EXPECT_EQ(start.pixels[3], palettes().front().table.back()) << "the last one";
  EXPECT_NE(start.pixels[6], start.pixels[0]);
}

TEST(TracePicture, ParticipantsUnitsAreTheirOwn) {
  TraceWriter gpu(1);
  gpu.begin_pass({"rows", Over::output, {3, 4}, {{0, 3}, {0, 1}}});
  gpu.begin_threads({.stride = 3});
  gpu.add(0, {0, 3}, 100, 200);
  TraceWriter cpu(1);
  cpu.begin_pass({"rows", Over::output, {3, 4}, {{0, 3}, {1, 3}}});
  cpu.begin_threads({.stride = 3});
  cpu.add(0, {3, 6}, 100, 200);
  const std::vector<Trace> participants{gpu.collect(), cpu.collect()};
  const Picture picture =
      *traced_picture(std::vector{gpu_participant, cpu_participant}, participants, {}, {3, 4}, TraceColor::processor);
  EXPECT_EQ(picture.pixels[0], unit_color(0));
  EXPECT_EQ(picture.pixels[3], unit_color(1));
  EXPECT_EQ(picture.pixels[9], 0U) << "nobody has computed it";
  const Picture shared =
      *traced_picture(std::vector{gpu_participant, cpu_participant}, participants, {}, {3, 4}, TraceColor::participant);
  EXPECT_EQ(shared.pixels[0], listed_color(0, 0));
  EXPECT_EQ(shared.pixels[3], listed_color(1, 0));
  EXPECT_EQ(shared.pixels[6], listed_color(1, 0)) << "all of a processor's spans have one color";
}

/// A row of the result by each of two launches, in spans of two cells.
TraceWriter two_launches() {
  TraceWriter writer(2);
  writer.begin_call(0, -1, 0);
  writer.begin_pass({"cells", Over::output, {4, 2}, {{0, 4}, {0, 2}}});
  for (std::uint32_t launch = 0; launch < 2; ++launch) {
    writer.begin_threads({.stride = 4});
    writer.add(0, {4 * launch, 2}, 100 + 400 * launch, 200 + 400 * launch);
    writer.add(1, {4 * launch + 2, 2}, 150 + 400 * launch, 400 + 400 * launch);
  }
  return writer;
}

TEST(TracePicture, EachColorsPictureIsPinned) {
  const std::vector<Trace> participants{two_launches().collect()};
  // blue, green and red
  const auto pixels = [&](TraceColor color) {
    std::string out;
    const Picture picture = *traced_picture(std::vector{cpu_participant}, participants, {}, {4, 2}, color);
    for (const std::uint32_t pixel : picture.pixels) out += fmt::format("{:06x} ", pixel & 0xffffffU);
    return out;
  };
  EXPECT_EQ(pixels(TraceColor::block), "5a5d86 5a5d86 7cb6c4 7cb6c4 90b052 90b052 c48a28 c48a28 ");
  EXPECT_EQ(pixels(TraceColor::launch), "7785e8 7785e8 5c69ca 5c69ca 5c69ca 5c69ca 7785e8 7785e8 ");
  EXPECT_EQ(pixels(TraceColor::participant), "7785e8 7785e8 7785e8 7785e8 7785e8 7785e8 7785e8 7785e8 ");
  EXPECT_EQ(pixels(TraceColor::processor), "c27d3c c27d3c 6d7bde 6d7bde c27d3c c27d3c 6d7bde 6d7bde ");
  EXPECT_EQ(pixels(TraceColor::start), "660a2e 660a2e 86124b 86124b 7dd8fc 7dd8fc cdf7fc cdf7fc ");
  EXPECT_EQ(pixels(TraceColor::end), "8c1456 8c1456 7c29cf 7c29cf 489afb 489afb cdf7fc cdf7fc ");
}

TEST(TracePicture, ThereIsNoneOfOtherCells) {
  const std::vector<Trace> participants{two_threads().collect()};
  // then it is of the last pass's own
  EXPECT_EQ(traced_picture(std::vector{cpu_participant}, participants, {}, {4, 3}, TraceColor::block)->size,
            (Size{3, 4}));
  EXPECT_FALSE(traced_picture(std::vector{cpu_participant}, participants, {0, "columns"}, {3, 4}, TraceColor::block));
}

TEST(TracePicture, ASpanMayHaveThousandsOfRuns) {
  // every second column of 1500 rows: more than a block is described by
  TraceWriter writer(2);
  writer.begin_pass({"comb", Over::output, {4, 1500}, {{0, 4}, {0, 1500}}});
  writer.begin_threads({.run = 1, .stride = 2, .wraps = true});
  writer.add(0, {0, 5999}, 1, 2);
  writer.add(1, {1, 5999}, 1, 2);
  const std::vector<Trace> participants{writer.collect()};
  const Picture picture =
      *traced_picture(std::vector{cpu_participant}, participants, {}, {4, 1500}, TraceColor::processor);
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    ASSERT_EQ(picture.pixels[i], unit_color(static_cast<int>(i % 2))) << i;
  }
}

TEST(ScopePicture, OfTooManyCellsIsRefused) {
  EXPECT_THROW((void)scope_picture({.size = {65536, 65536}}, {}, nullptr, {}), BadInput);
}

}  // namespace
}  // namespace heteroscope
