#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "core/own/source/expression.hpp"
#include "core/own/source/functions.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/own/source/own_source.hpp"
#include "tests/unit/own_fixture.hpp"

namespace heteroscope {
namespace {

using testing::complaint;
using testing::complaint_of;
using testing::dots_catalog;
using testing::dots_source;
using testing::dots_start;
using testing::gpu_dots;
using testing::plain_dots;

TEST(OwnSource, ReadsWhatAKernelDeclares) {
  const OwnSource source = dots_source(std::string(dots_start) + R"(
HETEROSCOPE_SUMMARY("A \"good\" one")  // HETEROSCOPE_SUMMARY("not this")
HETEROSCOPE_BLOCK(64, 4)
HETEROSCOPE_TUNE(tile, 16, {8, 16, 32})
HETEROSCOPE_GRID(ceil_div(width, block_x * tile), height)
HETEROSCOPE_SHARED(threads * bytes)
HETEROSCOPE_KERNELS(second, mine::first)
namespace mine {
struct Not { template <class T> __global__ void this_one(Dots<T> dots) {} };
template <class T> __global__ void __launch_bounds__(256) first(const Dots<T> dots) { if (dots.width) {} }
}
namespace {
template <class T, int = 1'000> __global__ void second(const Dots<T> dots) { const char* s = "}{"; }
}
)");
  EXPECT_EQ(source.id(), "my.cu");
  EXPECT_EQ(source.processor, Processor::gpu);
  EXPECT_EQ(source.workload->id, "dots");
  EXPECT_EQ(source.stage, 1U);
  EXPECT_EQ(source.summary, "A \"good\" one");
  EXPECT_EQ(source.block, (BlockShape{64, 4}));
  ASSERT_EQ(source.tunables.size(), 1U);
  EXPECT_EQ(source.tunables[0].id, "tile");
  EXPECT_EQ(source.tunables[0].initial, 16);
  EXPECT_EQ(source.tunables[0].values, (std::vector{8, 16, 32}));
  ASSERT_EQ(source.kernels.size(), 2U);
  EXPECT_EQ(source.kernels[0].name.text, "::second");
  EXPECT_EQ(source.kernels[1].name.text, "::mine::first");
  EXPECT_EQ(source.precisions, (std::vector{Precision::fp32, Precision::fp64}));
}

TEST(OwnSource, ReadsWhatAFunctionDeclares) {
  const OwnSource source = dots_source(plain_dots, "my.cpp");
  EXPECT_EQ(source.processor, Processor::cpu);
  ASSERT_EQ(source.kernels.size(), 1U);
  EXPECT_EQ(source.kernels[0].name.text, "::draw");
  EXPECT_TRUE(source.kernels[0].is_template);
}

TEST(OwnSource, AKernelWithoutATemplateHasOnePrecision) {
  const std::string text = std::string(dots_start) + "__global__ void draw(Dots<double> dots) {}\n";
  EXPECT_EQ(dots_source(text).precisions, std::vector{Precision::fp64});
  EXPECT_EQ(complaint_of(std::string(dots_start) + "__global__ void draw(Dots<int> dots) {}\n"),
            "my.cu:4:17: error: draw must take Dots<float> or Dots<double>, or be a template over the type of a value\n"
            "  __global__ void draw(Dots<int> dots) {}\n"
            "                  ^\n");
}

TEST(OwnSource, AByteOrderMarkIsNoPartOfTheText) {
  const OwnSource plain = own_source_of("a.cu", gpu_dots, dots_catalog());
  EXPECT_EQ(own_source_of("a.cu", "\xef\xbb\xbf" + gpu_dots, dots_catalog()).source.text(), plain.source.text());
}

TEST(OwnSource, AFunctionInAStringOrACommentIsNone) {
  const std::string text = gpu_dots +
                           "/* __global__ void a(Dots<float> d) {} */ // __global__ void b(Dots<float> d) {}\n"
                           "const char* text = R\"x(__global__ void c(Dots<float> d) {} \" )x\";\n"
                           "#define D __global__ void d(Dots<float> d) \\\n  {}\n"
                           "__global__ void declared(Dots<float> d);\n";
  EXPECT_EQ(dots_source(text).kernels.size(), 1U);
}

TEST(OwnSource, WrongDeclarationsHaveTheirPlaces) {
  const auto first_line = [](const std::string& text, const std::string& name = "my.cu") {
    const std::string all = complaint_of(text, name);
    return all.substr(0, all.find('\n'));
  };
  const auto with = [&](const std::string& line) {
    return first_line(dots_start + line + "\n" + gpu_dots.substr(std::string(dots_start).size()));
  };
  EXPECT_EQ(first_line("__global__ void draw(float* p) {}"),
            "my.cu: error: no HETEROSCOPE_VARIANT(…) says which workload it is for, such as HETEROSCOPE_VARIANT(heat)");
  EXPECT_EQ(first_line("\nHETEROSCOPE_VARIANT(dotz)"), "my.cu:2:21: error: \"dotz\" is not a workload; known: dots");
  EXPECT_EQ(first_line("HETEROSCOPE_VARIANT(dots, drew)"),
            "my.cu:1:27: error: dots has no stage \"drew\"; known: prepare, draw");
  EXPECT_EQ(first_line("HETEROSCOPE_VARIANT(dots, prepare)"),
            "my.cu:1:27: error: the stage \"prepare\" of dots takes no variants from files; draw does");
  EXPECT_EQ(first_line("HETEROSCOPE_VARIANT dots"),
            "my.cu:1:1: error: HETEROSCOPE_VARIANT needs its values in parentheses");
  EXPECT_EQ(
      first_line(dots_start),
      "my.cu: error: there is no kernel in it, such as template <class T> __global__ void name(const Dots<T> job)");
  EXPECT_EQ(first_line(dots_start, "my.cpp"),
            "my.cpp: error: there is no kernel in it, such as template <class T> void name(const Dots<T>& job)");
  EXPECT_EQ(with("HETEROSCOPE_VARIANT(dots)"), "my.cu:4:1: error: HETEROSCOPE_VARIANT stands twice");
  EXPECT_EQ(with("HETEROSCOPE_SUMMARY(none)"), "my.cu:4:21: error: a text in quotation marks is expected here");
  EXPECT_EQ(with("HETEROSCOPE_BLOCK(64, 32)"),
            "my.cu:4:19: error: a block has between 1 and 1024 threads, not 64 x 32");
  EXPECT_EQ(with("HETEROSCOPE_BLOCK(a, 32)"), "my.cu:4:19: error: \"a\" is not a whole number");
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile)"),
            "my.cu:4:1: error: HETEROSCOPE_TUNE needs a name, its value and a list of values, such as "
            "HETEROSCOPE_TUNE(tile, 16, {8, 16, 32})");
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 16, {})"), "my.cu:4:28: error: \"tile\" has no values to choose from");
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 7, {8, 16})"), "my.cu:4:24: error: 7 is not one of the values of \"tile\"");
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 8, {16, 8})"), "my.cu:4:32: error: the values must rise");
  EXPECT_EQ(with("HETEROSCOPE_TUNE(a, 1, {1}) HETEROSCOPE_TUNE(a, 1, {1})"),
            "my.cu:4:29: error: \"a\" is declared twice");
  EXPECT_EQ(with("HETEROSCOPE_GRID(1, 2, 3, 4)"),
            "my.cu:4:1: error: HETEROSCOPE_GRID needs the numbers of blocks in x, y and z, or the first of these");
  EXPECT_EQ(with("HETEROSCOPE_GRID(hight)"),
            "my.cu:4:18: error: \"hight\" is unknown here; known are width, height, cells, block_x, block_y, threads, "
            "multiprocessors, bytes");
  EXPECT_EQ(with("HETEROSCOPE_SHARED(4 * (2 + )"),
            "my.cu:4:1: error: HETEROSCOPE_SHARED needs its values in parentheses");
  EXPECT_EQ(with("HETEROSCOPE_SHARED(4 * (2 + ))"), "my.cu:4:29: error: \")\" is not expected here");
  EXPECT_EQ(with("HETEROSCOPE_KERNELS(drew)"),
            "my.cu:4:21: error: \"drew\" is not a kernel of this file; its kernels: draw");
  EXPECT_EQ(first_line(gpu_dots + "template <class T> __global__ void more(Dots<T> d) {}"),
            "my.cu:11:36: error: it has 2 kernels (draw, more): HETEROSCOPE_KERNELS(first, second) says which are "
            "launched, and in which order");
  EXPECT_EQ(first_line(plain_dots + "HETEROSCOPE_BLOCK(1, 1)", "my.cpp"),
            "my.cpp:11:1: error: HETEROSCOPE_BLOCK is for the GPU: this file is compiled for the CPU");
}

TEST(OwnSource, AFileThatIsNoSource) {
  const testing::TemporaryFolder folder;
  const auto of = [&](const std::string& name) {
    return complaint([&] { read_own_source(folder.path() / name, dots_catalog()); });
  };
  const std::string at = folder.path().string();
  testing::write(folder.path() / "empty.cu", " \n");
  testing::write(folder.path() / "binary.cu", std::string("\x7f"
                                                          "ELF\0\0",
                                                          6));
  testing::write(folder.path() / "latin.cpp", "// \xe4\n");
  testing::write(folder.path() / "large.cu", std::string(10 << 20, ' '));
  testing::write(folder.path() / "notes.txt", "notes");
  std::filesystem::create_directory(folder.path() / "folder.cu");
  EXPECT_EQ(of("empty.cu"), at + "/empty.cu is empty: it cannot be a variant");
  EXPECT_EQ(of("binary.cu"), at + "/binary.cu cannot be a variant: it has a zero byte, and is not text");
  EXPECT_EQ(of("latin.cpp"), at + "/latin.cpp cannot be a variant: it is not text in UTF-8");
  EXPECT_EQ(of("large.cu"), "cannot read " + at + "/large.cu: the file is larger than 1048576 bytes");
  EXPECT_EQ(of("none.cu"), "cannot read " + at + "/none.cu: No such file or directory");
  EXPECT_EQ(of("folder.cu"), "cannot read " + at + "/folder.cu: Is a directory");
  EXPECT_EQ(of("notes.txt"),
            at + "/notes.txt cannot be a variant: its name must end in .cu (for the GPU) or .cpp (for the CPU)");
}

TEST(OwnSource, AFileThatMayNotBeRead) {
  if (::geteuid() == 0) GTEST_SKIP() << "root reads every file";
  const testing::TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "closed.cu";
  testing::write(file, gpu_dots);
  ::chmod(file.c_str(), 0);
  EXPECT_EQ(complaint([&] { read_own_source(file, dots_catalog()); }),
            "cannot read " + file.string() + ": Permission denied");
}

/// Whatever the bytes are, reading ends, with a source or with a complaint.
TEST(OwnSource, AnyTextIsReadToItsEnd) {
  const std::string all = gpu_dots + "HETEROSCOPE_TUNE(a, 1, {1, 2}) R\"x(\")x\" '\\'' /* */ // \n#if 1 \\\n 2";
  for (std::size_t length = 0; length <= all.size(); ++length) {
    complaint_of(all.substr(0, length));
    complaint_of(all.substr(length));
  }
  complaint_of(gpu_dots + "HETEROSCOPE_GRID(" + std::string(100'000, '(') + ")");
  EXPECT_EQ(functions_in("}}} namespace { void f() {").size(), 1U);
}

std::int64_t value(const std::string& expression) {
  const std::array<NamedNumber, 3> names{{{"width", 1920}, {"block_x", 32}, {"threadIdx.x", 5}}};
  return expression_value(expression, names);
}

TEST(OwnExpression, ComputesAsCppDoes) {
  EXPECT_EQ(value("ceil_div(width, block_x)"), 60);
  EXPECT_EQ(value("1 + 2 * 3 - 4 / 3 % 2"), 6);
  EXPECT_EQ(value("-(2 - 5) * max(2, min(width, 7))"), 21);
  EXPECT_EQ(value("ceil_div(1921, 32)"), 61);
  EXPECT_EQ(value("width * width * width"), 7077888000);
  EXPECT_EQ(value("threadIdx.x >= 5 && 1 << 3 == 8 ? 7 : 1 / 0"), 7);
  EXPECT_EQ(value("!3 || -3 % 2 == -1"), 1);
  EXPECT_EQ(value("5 & 3 ^ 8 | 16"), 25);
  EXPECT_EQ(value("3 < 2 == 0"), 1);
  EXPECT_EQ(value("0 && 1 / 0"), 0);
  EXPECT_EQ(value("7 - 3 - 2"), 2);
}

TEST(OwnExpression, SaysWhatItCannotCompute) {
  const auto of = [](const std::string& expression) { return complaint([&] { value(expression); }); };
  EXPECT_EQ(of("width / (block_x - 32)"), "this divides by zero");
  EXPECT_EQ(of("width % 0"), "this divides by zero");
  EXPECT_EQ(of("ceil_div(1, 0)"), "this divides by zero");
  EXPECT_EQ(of("9223372036854775807 + 1"), "this is beyond 64 bits");
  EXPECT_EQ(of("(-9223372036854775807 - 1) / -1"), "this is beyond 64 bits");
  EXPECT_EQ(of("9223372036854775808"), "\"9223372036854775808\" is not a whole number of 64 bits");
  EXPECT_EQ(of("1.5"), "\".\" is not expected here");
  EXPECT_EQ(of("32u"), "\"32u\" is not a whole number of 64 bits");
  EXPECT_EQ(of("width +"), "the expression ends where a number is expected");
  EXPECT_EQ(of("pow(2, 3)"), "there is no function \"pow\"; known: ceil_div, min and max");
  EXPECT_EQ(of("width = 3"), "\"=\" is not expected here");
  EXPECT_EQ(of("1 << 63"), "this is beyond 64 bits");
  EXPECT_EQ(of("1 << 64"), "this shifts by 64 bits: 0 to 63 are possible");
  EXPECT_EQ(of("1 ? 2"), "\":\" is expected here");
  EXPECT_EQ(of("threadIdx.z"), "\"threadIdx.z\" is unknown here; known are width, block_x, threadIdx.x");
  std::string long_sum = "1";
  for (int i = 0; i < 100'000; ++i) long_sum += "+1";
  EXPECT_EQ(of(long_sum), "the expression is too long");
}

device::Facts small_gpu() {
  return {.name = "GPU", .multiprocessors = 4, .shared_bytes_per_block = 49152};
}

TEST(OwnLaunch, IsAThreadACellUnlessTheFileSaysMore) {
  const OwnLaunchFacts launch{.cells = {100, 50}, .block = {32, 8}, .precision = Precision::fp64};
  EXPECT_EQ(launch_shape(dots_source(gpu_dots), launch, small_gpu()).grid, (std::array<std::int64_t, 3>{4, 7, 1}));
  const OwnSource source = dots_source(gpu_dots +
                                       "HETEROSCOPE_GRID(multiprocessors * per, 2)\n"
                                       "HETEROSCOPE_SHARED(threads * bytes)\nHETEROSCOPE_TUNE(per, 2, {2, 8})");
  EXPECT_EQ(launch_shape(source, launch, small_gpu()).grid, (std::array<std::int64_t, 3>{8, 2, 1}));
  EXPECT_EQ(launch_shape(source, launch, small_gpu()).dynamic_shared, 2048);
  const std::array<int, 1> tuned{8};
  OwnLaunchFacts other = launch;
  other.tunables = tuned;
  EXPECT_EQ(launch_shape(source, other, small_gpu()).grid[0], 32);
}

TEST(OwnLaunch, BlocksHaveTheCellsThatTheFileDeclares) {
  const auto of = [](const std::string& lines) {
    return launch_shape(dots_source(gpu_dots + lines), {.cells = {100, 50}, .block = {32, 8}}, small_gpu()).block_cells;
  };
  EXPECT_EQ(of(""), (std::array<int, 2>{32, 8}));
  EXPECT_EQ(of("HETEROSCOPE_GRID(4, 4)\n"), (std::array<int, 2>{0, 0})) << "nobody says";
  EXPECT_EQ(of("HETEROSCOPE_GRID(4, 4)\nHETEROSCOPE_CELLS(width, 2 * block_y)\n"), (std::array<int, 2>{100, 16}));
}

TEST(OwnLaunch, WhatNoGpuLaunchesIsSaidBefore) {
  const auto of = [](const std::string& line, Size cells = {100, 50}) {
    const OwnSource source = dots_source(gpu_dots + line);
    const std::string all = complaint([&] { launch_shape(source, {.cells = cells, .block = {32, 8}}, small_gpu()); });
    return all.substr(0, all.find('\n'));
  };
  EXPECT_EQ(of("HETEROSCOPE_GRID(width / 200, 1)"),
            "my.cu:11:18: error: the grid has 0 blocks in x for 100 x 50 cells in blocks of 32 x 8: there must be one "
            "at least");
  EXPECT_EQ(of("HETEROSCOPE_GRID(1, 20 - height)"),
            "my.cu:11:21: error: the grid has -30 blocks in y for 100 x 50 cells in blocks of 32 x 8: there must be "
            "one at least");
  EXPECT_EQ(of("HETEROSCOPE_GRID(1, 65536)"),
            "my.cu:11:21: error: the grid has 65536 blocks in y for 100 x 50 cells in blocks of 32 x 8: a GPU takes "
            "65535 at most");
  EXPECT_EQ(of("HETEROSCOPE_GRID(1000 / (width - 100))"), "my.cu:11:23: error: this divides by zero");
  EXPECT_EQ(of("HETEROSCOPE_SHARED(width * 1000)"),
            "my.cu:11:20: error: 100000 bytes of shared memory for 100 x 50 cells in blocks of 32 x 8 are more than "
            "the 49152 that a block has on GPU");
  EXPECT_EQ(of("HETEROSCOPE_SHARED(-1)"),
            "my.cu:11:20: error: -1 bytes of shared memory for 100 x 50 cells in blocks of 32 x 8: there cannot be "
            "fewer than 0");
  EXPECT_EQ(of("HETEROSCOPE_CELLS(block_x, height - 50)"),
            "my.cu:11:28: error: a block computes 0 rows of cells for 100 x 50 cells in blocks of 32 x 8: there must "
            "be one at least");
  EXPECT_EQ(
      of("", {100, 65536 * 8}),
      "my.cu: error: one thread per cell needs 65536 blocks in y for 100 x 524288 cells in blocks of 32 x 8: a GPU "
      "takes at most 65535, so make the blocks higher, or set another grid with HETEROSCOPE_GRID");
}

}  // namespace
}  // namespace heteroscope
