// What files declare of their addresses, against the models of the program's own variants and kernels played by hand.
#include <gtest/gtest.h>

#include <string>

#include "core/own/own_accesses.hpp"
#include "kernels/heat/parameters.hpp"
#include "kernels/registry.hpp"
#include "tests/conformance/access_checks.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::Refused;
using testing::refused;

const Stage& stage_of(std::string_view workload, std::string_view stage) {
  return *std::ranges::find(find_workload(catalog(), workload).stages, stage, &Stage::id);
}

OwnSource start_file(std::string_view workload, std::string_view stage) {
  return own_source_of("my.cu", std::string(stage_of(workload, stage).own->gpu_start), catalog());
}

AccessPattern built_in(std::string_view workload, std::string_view stage, std::string_view variant,
                       const AccessProblem& problem) {
  return find_workload(catalog(), workload).find_accesses(stage, variant)->make(problem);
}

/// Each cell is found at the same warp in both.
void expect_same_warps(const AccessPattern& one, const AccessPattern& other, Size result) {
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) ASSERT_EQ(one.warp_at(x, y), other.warp_at(x, y)) << x << ' ' << y;
  }
}

TEST(OwnAccesses, OfHeatsStartFileAreThoseOfItsVariant) {
  const OwnSource source = start_file("heat", "advance");
  for (const heat::Integrator each : {heat::Integrator::euler, heat::Integrator::rk2, heat::Integrator::rk4}) {
    for (const BlockShape block : {BlockShape{64, 4}, BlockShape{5, 3}}) {
      const std::any given = heat::Parameters{.n = 37, .integrator = each};
      const AccessProblem problem{.parameters = &given,
                                  .output = {{37, 37}, Precision::fp64},
                                  .precision = Precision::fp64,
                                  .block = block,
                                  .values = {}};
      const AccessPattern declared = own_accesses(source, problem);
      const AccessPattern modeled = built_in("heat", "advance", "cuda_global", problem);
      ASSERT_NO_FATAL_FAILURE(expect_listing(declared, listing_of(modeled)));
      ASSERT_NO_FATAL_FAILURE(expect_same_warps(declared, modeled, {37, 37}));
    }
  }
}

AccessProblem transposition(const std::any& given, Size input, BlockShape block) {
  return {.parameters = &given,
          .input = input,
          .output = {{input.height, input.width}, Precision::fp32},
          .precision = Precision::fp32,
          .block = block,
          .values = {}};
}

TEST(OwnAccesses, OfTransposesStartFileAreThoseOfItsVariant) {
  const std::any given;
  const OwnSource source = start_file("transpose", "transpose");
  for (const BlockShape block : {BlockShape{8, 32}, BlockShape{16, 16}, BlockShape{7, 5}}) {
    const AccessProblem problem = transposition(given, {70, 33}, block);
    const AccessPattern declared = own_accesses(source, problem);
    const AccessPattern modeled = built_in("transpose", "transpose", "cuda_global", problem);
    ASSERT_NO_FATAL_FAILURE(expect_listing(declared, listing_of(modeled)));
    ASSERT_NO_FATAL_FAILURE(expect_whole(declared, problem.output));
    ASSERT_NO_FATAL_FAILURE(expect_same_warps(declared, modeled, {33, 70}));
  }
}

constexpr const char* kernel_of_image = R"(
template <class T> __global__ void turn(const Transposition<T> image) {}
)";

/// The tile of the lessons: read along rows, written along columns, with `pad` values behind each row.
TEST(OwnAccesses, OfATileAreThoseOfTheProgramsTile) {
  const std::any given;
  for (const int pad : {0, 1}) {
    const OwnSource source = own_source_of(
        "my.cu",
        "#include \"kernels/transpose/own.hpp\"\nusing namespace heteroscope::transpose;\n"
        "HETEROSCOPE_VARIANT(transpose)\nHETEROSCOPE_TUNE(pad, 0, {0, 1})\n"
        "HETEROSCOPE_TILE(tile, block_x + pad, block_y)\n"
        "HETEROSCOPE_LET(thread, threadIdx.y * block_x + threadIdx.x)\n"
        "HETEROSCOPE_LET(column, thread / block_y)\nHETEROSCOPE_LET(row, thread % block_y)\n"
        "HETEROSCOPE_LET(read, x < width && y < height)\n"
        "HETEROSCOPE_LET(written, blockIdx.x * block_x + column < width && blockIdx.y * block_y + row < height)\n"
        "HETEROSCOPE_LOADS(in, y * width + x, read)\n"
        "HETEROSCOPE_STORES(tile, threadIdx.y * (block_x + pad) + threadIdx.x, read)\n"
        "HETEROSCOPE_LOADS(tile, row * (block_x + pad) + column, written)\n"
        "HETEROSCOPE_STORES(out, (blockIdx.x * block_x + column) * height + blockIdx.y * block_y + row, written)\n" +
            std::string(kernel_of_image),
        catalog());
    for (const BlockShape block : {BlockShape{16, 16}, BlockShape{32, 8}}) {
      AccessProblem problem = transposition(given, {70, 33}, block);
      problem.tunables = {pad};
      const AccessPattern declared = own_accesses(source, problem);
      const AccessPattern modeled =
          built_in("transpose", "transpose", pad == 0 ? "cuda_shared" : "cuda_shared_padded", problem);
      ASSERT_NO_FATAL_FAILURE(expect_listing(declared, listing_of(modeled)));
      ASSERT_NO_FATAL_FAILURE(expect_whole(declared, problem.output));
      ASSERT_NO_FATAL_FAILURE(expect_same_warps(declared, modeled, {33, 70}));
    }
  }
}

/// Four values of a row at once, or four rows of a thread in a loop.
TEST(OwnAccesses, OfValuesAtOnceAndInLoops) {
  const std::string start =
      "#include \"kernels/binarize/own.hpp\"\nusing namespace heteroscope::binarize;\n"
      "HETEROSCOPE_VARIANT(binarize, threshold)\n"
      "template <class T> __global__ void compare(const Threshold<T> image) {}\n";
  const std::any given;
  const Extent output{{64, 19}, Precision::fp32};
  const AccessProblem problem{.parameters = &given,
                              .input = output.size,
                              .output = output,
                              .precision = Precision::fp32,
                              .block = {8, 4},
                              .values = {}};
  const OwnSource wide = own_source_of("my.cu",
                                       start +
                                           "HETEROSCOPE_GRID(ceil_div(width, 4 * block_x), ceil_div(height, block_y))\n"
                                           "HETEROSCOPE_CELLS(4 * block_x, block_y)\n"
                                           "HETEROSCOPE_LET(on, 4 * x < width && y < height)\n"
                                           "HETEROSCOPE_LOADS(in[4], y * width / 4 + x, on)\n"
                                           "HETEROSCOPE_STORES(out[4], y * width / 4 + x, on)\n",
                                       catalog());
  const AccessPattern at_once = own_accesses(wide, problem);
  ASSERT_NO_FATAL_FAILURE(expect_whole(at_once, output));
  EXPECT_EQ(at_once.work({}).accesses.front().bytes, 16);
  const OwnSource rows = own_source_of("my.cu",
                                       start +
                                           "HETEROSCOPE_GRID(ceil_div(width, block_x), 2)\n"
                                           "HETEROSCOPE_CELLS(block_x, 3 * block_y)\n"
                                           "HETEROSCOPE_LET(top, blockIdx.y * 3 * block_y + threadIdx.y)\n"
                                           "HETEROSCOPE_LOADS(in, (top + j * block_y) * width + x, 1, "
                                           "j < min(3, ceil_div(height - top, block_y)))\n"
                                           "HETEROSCOPE_STORES(out, (top + j * block_y) * width + x, "
                                           "top + j * block_y < height, j < 3)\n",
                                       catalog());
  const AccessPattern looped = own_accesses(rows, problem);
  ASSERT_NO_FATAL_FAILURE(expect_whole(looped, output));
  EXPECT_EQ(looped.work({}).accesses.size(), 6U);
}

/// Every start file can be read, and a declared one reaches nothing outside of its arrays.
TEST(OwnAccesses, AreThereForTheStartFilesThatShowThem) {
  int declared = 0;
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      if (!stage.own) continue;
      declared += start_file(workload->id, stage.id).addresses.accesses.empty() ? 0 : 1;
    }
  }
  EXPECT_EQ(declared, 3);
}

/// What is wrong with a file of these lines, of which that place and then this text are said. `plays`: its addresses
/// are computed, too.
Refused refused_lines(const std::string& lines, const std::string& place, bool plays = false,
                      const std::string& text = {}) {
  return refused(
      [&] {
        const OwnSource source =
            own_source_of("my.cu",
                          "#include \"kernels/transpose/own.hpp\"\nusing namespace heteroscope::transpose;\n"
                          "HETEROSCOPE_VARIANT(transpose)\n" +
                              lines + kernel_of_image,
                          catalog());
        const std::any given;
        if (plays) own_accesses(source, transposition(given, {70, 33}, {8, 32})).work({});
      },
      "my.cu:" + place + ": error: " + text);
}

TEST(OwnAccesses, WrongDeclarationsAreSaidInOneLine) {
  const std::string stores = "HETEROSCOPE_STORES(out, 0)\n";
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(image, 0)\n" + stores, "4:19"), (Refused{Wrong::unknown, "image"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, z)\n" + stores, "4:23"), (Refused{Wrong::unknown, "z"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in)\n" + stores, "4:1"), (Refused{Wrong::missing, "HETEROSCOPE_LOADS"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, 0)\n", "4:19"), (Refused{Wrong::missing, "HETEROSCOPE_STORES"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LET(x, 1)\n" + stores, "4:17"), (Refused{Wrong::value, "x"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, 0, 1, 4)\n" + stores, "4:29"), (Refused{Wrong::kind, "4"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_GRID(1, 1)\n" + stores, "5:1"), (Refused{Wrong::missing, "HETEROSCOPE_STORES"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, y * width + x - 1)\n" + stores, "4:23", true,
                          "thread (0, 0) of block (0, 0) reaches element -1 "),
            (Refused{Wrong::value, "in"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in[8], 0)\n" + stores, "4:22", true), (Refused{Wrong::value, "values"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, x / threadIdx.x)\n" + stores, "4:25", true),
            (Refused{Wrong::value, "zero"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, 0, 0, i < 1000, j < 1000000000000)\n" + stores, "4:42", true),
            (Refused{Wrong::value, "loops"}));
}

/// Nobody waits, and no memory ends, for what a file declares.
TEST(OwnAccesses, OfAFileHaveABound) {
  const std::string stores = "HETEROSCOPE_STORES(out, 0)\n";
  std::string loads;
  for (int i = 0; i < 3; ++i) loads += "HETEROSCOPE_LOADS(in, 0, 1, j < 65536)\n";
  EXPECT_EQ(refused_lines(loads + stores, "6:32", true), (Refused{Wrong::value, "loops"}));
  EXPECT_EQ(
      refused_lines("HETEROSCOPE_LOADS(in, 0, 1, a<1, b<1, c<1, d<1, e<1, f<1, g<1, h<1, i<1)\n" + stores, "4:29"),
      (Refused{Wrong::value, "loops"}));
  std::string names;
  for (int i = 0; i < 1000; ++i) names += "HETEROSCOPE_LET(a" + std::to_string(i) + ", 1)\n";
  EXPECT_EQ(refused_lines(names + stores, "1004:1"), (Refused{Wrong::value, "HETEROSCOPE_STORES"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_TILE(tile, 300, 300)\n" + stores, "4:18", true),
            (Refused{Wrong::value, "tile"}));
}

TEST(OwnAccesses, NamesMeanOneThing) {
  const std::string stores = "HETEROSCOPE_STORES(out, 0)\n";
  EXPECT_EQ(refused_lines("HETEROSCOPE_TUNE(x, 0, {0, 1})\n" + stores, "5:1"), (Refused{Wrong::value, "x"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_TILE(result, 1, 1)\n" + stores, "4:18", true),
            (Refused{Wrong::value, "result"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, 0, 1, j+1 < 3)\n" + stores, "4:29"), (Refused{Wrong::kind, "j+1"}));
  EXPECT_EQ(refused_lines("HETEROSCOPE_LOADS(in, 010)\n" + stores, "4:23"), (Refused{Wrong::kind, "010"}));
}

/// A person waits for the figures.
TEST(OwnAccesses, AreAddedUpOverFewerBlocksWhereTheyAreMany) {
  const std::any given;
  const OwnSource source = own_source_of("my.cu",
                                         "#include \"kernels/transpose/own.hpp\"\nusing namespace "
                                         "heteroscope::transpose;\nHETEROSCOPE_VARIANT(transpose)\n"
                                         "HETEROSCOPE_LOADS(in, 0, blockIdx.y > 0, j < 999)\nHETEROSCOPE_STORES(out, y "
                                         "+ x * height, x < width && y < height)\n" +
                                             std::string(kernel_of_image),
                                         catalog());
  const AccessPattern pattern = own_accesses(source, transposition(given, {8192, 8192}, {32, 8}));
  EXPECT_TRUE(pattern.interpreted);
  EXPECT_EQ(blocks_within(pattern, 0, 1e6), 125);
  EXPECT_EQ(blocks_within(pattern, 0, 1), 64);
}

TEST(OwnAccesses, AreRefusedWhereNothingIsKnownOfTheArrays) {
  const auto of = [](const std::string& variant, const std::string& kernel) {
    return refused(
        [&] {
          own_source_of("my.cu", "HETEROSCOPE_VARIANT(" + variant + ")\nHETEROSCOPE_STORES(out, 0)\n" + kernel,
                        catalog());
        },
        "my.cu:2:1: error: ");
  };
  EXPECT_EQ(of("histogram", "template <class T> __global__ void f(const Histogram<T> h) {}"),
            (Refused{Wrong::unused, "HETEROSCOPE_STORES"}));
  EXPECT_EQ(of("heat", "HETEROSCOPE_KERNELS(f, f)\ntemplate <class T> __global__ void f(const Step<T> s) {}"),
            (Refused{Wrong::value, "HETEROSCOPE_STORES"}));
}

}  // namespace
}  // namespace heteroscope
