#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <string>

#include "core/own/source/expression.hpp"
#include "core/own/source/functions.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/own/source/own_source.hpp"
#include "tests/unit/own_fixture.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::complaint;
using testing::complaint_of;
using testing::dots_catalog;
using testing::dots_source;
using testing::dots_start;
using testing::gpu_dots;
using testing::plain_dots;
using testing::Refused;
using testing::refused;

/// The start of the line about a place in a file, "4:17"; empty: about the whole file.
std::string begin_of_complaint(const std::string& place, const std::string& name = "my.cu") {
  return name + ":" + (place.empty() ? "" : place + ":") + " error: ";
}

/// What is wrong with a source with that text, which is said of that place.
Refused refused_source(const std::string& text, const std::string& place, const std::string& name = "my.cu") {
  return refused([&] { dots_source(text, name); }, begin_of_complaint(place, name));
}

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
  const std::string whole = std::string(dots_start) + "__global__ void draw(Dots<int> dots) {}\n";
  EXPECT_EQ(refused_source(whole, "4:17"), (Refused{Wrong::kind, "draw"}));
  EXPECT_TRUE(
      complaint_of(whole).ends_with("\n  __global__ void draw(Dots<int> dots) {}\n"
                                    "                  ^\n"))
      << complaint_of(whole);
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
  EXPECT_EQ(refused_source("__global__ void draw(float* p) {}", ""), (Refused{Wrong::missing, "HETEROSCOPE_VARIANT"}));
  EXPECT_EQ(refused_source("\nHETEROSCOPE_VARIANT(dotz)", "2:21"), (Refused{Wrong::unknown, "dotz"}));
  EXPECT_EQ(refused_source("HETEROSCOPE_VARIANT(dots, drew)", "1:27"), (Refused{Wrong::unknown, "drew"}));
  EXPECT_EQ(refused_source("HETEROSCOPE_VARIANT(dots, prepare)", "1:27"), (Refused{Wrong::unused, "prepare"}));
  EXPECT_EQ(refused_source("HETEROSCOPE_VARIANT dots", "1:1"), (Refused{Wrong::kind, "HETEROSCOPE_VARIANT"}));
  EXPECT_EQ(refused_source(dots_start, ""), (Refused{Wrong::missing, "kernel"}));
  EXPECT_EQ(refused_source(dots_start, "", "my.cpp"), (Refused{Wrong::missing, "kernel"}));
  EXPECT_EQ(refused_source(gpu_dots + "template <class T> __global__ void more(Dots<T> d) {}", "11:36"),
            (Refused{Wrong::missing, "HETEROSCOPE_KERNELS"}));
  EXPECT_EQ(refused_source(plain_dots + "HETEROSCOPE_BLOCK(1, 1)", "11:1", "my.cpp"),
            (Refused{Wrong::unused, "HETEROSCOPE_BLOCK"}));
}

/// What an example in a message shows is a kernel of the file's processor.
TEST(OwnSource, TheExampleOfAKernelIsOfItsProcessor) {
  EXPECT_NE(complaint_of(dots_start).find("template <class T> __global__ void name(const Dots<T> job)"),
            std::string::npos);
  EXPECT_NE(complaint_of(dots_start, "my.cpp").find("template <class T> void name(const Dots<T>& job)"),
            std::string::npos);
}

TEST(OwnSource, WrongValuesOfDeclarationsHaveTheirPlaces) {
  const auto with = [](const std::string& line, const std::string& place) {
    return refused_source(dots_start + line + "\n" + gpu_dots.substr(std::string(dots_start).size()), place);
  };
  EXPECT_EQ(with("HETEROSCOPE_VARIANT(dots)", "4:1"), (Refused{Wrong::value, "HETEROSCOPE_VARIANT"}));
  EXPECT_EQ(with("HETEROSCOPE_SUMMARY(none)", "4:21"), (Refused{Wrong::kind, "text"}));
  EXPECT_EQ(with("HETEROSCOPE_BLOCK(64, 32)", "4:19"), (Refused{Wrong::value, "block"}));
  EXPECT_EQ(with("HETEROSCOPE_BLOCK(a, 32)", "4:19"), (Refused{Wrong::kind, "a"}));
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile)", "4:1"), (Refused{Wrong::missing, "HETEROSCOPE_TUNE"}));
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 16, {})", "4:28"), (Refused{Wrong::missing, "tile"}));
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 7, {8, 16})", "4:24"), (Refused{Wrong::value, "tile"}));
  EXPECT_EQ(with("HETEROSCOPE_TUNE(tile, 8, {16, 8})", "4:32"), (Refused{Wrong::value, "values"}));
  EXPECT_EQ(with("HETEROSCOPE_TUNE(a, 1, {1}) HETEROSCOPE_TUNE(a, 1, {1})", "4:29"), (Refused{Wrong::value, "a"}));
  EXPECT_EQ(with("HETEROSCOPE_GRID(1, 2, 3, 4)", "4:1"), (Refused{Wrong::missing, "HETEROSCOPE_GRID"}));
  EXPECT_EQ(with("HETEROSCOPE_GRID(hight)", "4:18"), (Refused{Wrong::unknown, "hight"}));
  EXPECT_EQ(with("HETEROSCOPE_SHARED(4 * (2 + )", "4:1"), (Refused{Wrong::kind, "HETEROSCOPE_SHARED"}));
  EXPECT_EQ(with("HETEROSCOPE_SHARED(4 * (2 + ))", "4:29"), (Refused{Wrong::unused, ")"}));
  EXPECT_EQ(with("HETEROSCOPE_KERNELS(drew)", "4:21"), (Refused{Wrong::unknown, "drew"}));
}

TEST(OwnSource, AFileThatIsNoSource) {
  const testing::TemporaryFolder folder;
  const auto of = [&](const std::string& name) {
    return refused([&] { read_own_source(folder.path() / name, dots_catalog()); });
  };
  const auto unread = [&](const std::string& name) {
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
  EXPECT_EQ(of("empty.cu"), (Refused{Wrong::missing, at + "/empty.cu"}));
  EXPECT_EQ(of("binary.cu"), (Refused{Wrong::kind, at + "/binary.cu"}));
  EXPECT_EQ(of("latin.cpp"), (Refused{Wrong::kind, at + "/latin.cpp"}));
  EXPECT_EQ(of("large.cu"), (Refused{Wrong::value, at + "/large.cu"}));
  EXPECT_EQ(of("notes.txt"), (Refused{Wrong::kind, at + "/notes.txt"}));
  EXPECT_EQ(unread("none.cu"), "cannot read " + at + "/none.cu: No such file or directory");
  EXPECT_EQ(unread("folder.cu"), "cannot read " + at + "/folder.cu: Is a directory");
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
  const auto of = [](const std::string& expression) { return refused([&] { value(expression); }); };
  for (const char* text : {"width / (block_x - 32)", "width % 0", "ceil_div(1, 0)"})
    EXPECT_EQ(of(text), (Refused{Wrong::value, "zero"})) << text;
  for (const char* text : {"9223372036854775807 + 1", "(-9223372036854775807 - 1) / -1", "1 << 63"})
    EXPECT_EQ(of(text), (Refused{Wrong::value, "64 bits"})) << text;
  EXPECT_EQ(of("1 << 64"), (Refused{Wrong::value, "64"}));
  for (const char* text : {"9223372036854775808", "32u"}) EXPECT_EQ(of(text), (Refused{Wrong::kind, text}));
  EXPECT_EQ(of("1.5"), (Refused{Wrong::unused, "."}));
  EXPECT_EQ(of("width = 3"), (Refused{Wrong::unused, "="}));
  EXPECT_EQ(of("width +"), (Refused{Wrong::missing, "number"}));
  EXPECT_EQ(of("1 ? 2"), (Refused{Wrong::missing, ":"}));
  EXPECT_EQ(of("pow(2, 3)"), (Refused{Wrong::unknown, "pow"}));
  EXPECT_EQ(of("threadIdx.z"), (Refused{Wrong::unknown, "threadIdx.z"}));
  std::string long_sum = "1";
  for (int i = 0; i < 100'000; ++i) long_sum += "+1";
  EXPECT_EQ(of(long_sum), (Refused{Wrong::value, "expression"}));
}

/// Who has mistyped a name is told those that there are.
TEST(OwnExpression, NamesThatAreUnknownGetTheKnownOnes) {
  const auto of = [](const std::string& expression) { return complaint([&] { value(expression); }); };
  EXPECT_TRUE(of("threadIdx.z").ends_with("width, block_x, threadIdx.x")) << of("threadIdx.z");
  EXPECT_TRUE(of("pow(2, 3)").ends_with("ceil_div, min and max")) << of("pow(2, 3)");
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
  const auto of = [](const std::string& line, const std::string& place, Size cells = {100, 50}) {
    const OwnSource source = dots_source(gpu_dots + line);
    return refused(
        [&] {
          launch_shape(source, {.cells = cells, .block = {32, 8}}, small_gpu());
        },
        begin_of_complaint(place));
  };
  EXPECT_EQ(of("HETEROSCOPE_GRID(width / 200, 1)", "11:18"), (Refused{Wrong::value, "grid"}));
  EXPECT_EQ(of("HETEROSCOPE_GRID(1, 20 - height)", "11:21"), (Refused{Wrong::value, "grid"}));
  EXPECT_EQ(of("HETEROSCOPE_GRID(1, 65536)", "11:21"), (Refused{Wrong::value, "grid"}));
  EXPECT_EQ(of("HETEROSCOPE_GRID(1000 / (width - 100))", "11:23"), (Refused{Wrong::value, "zero"}));
  EXPECT_EQ(of("HETEROSCOPE_SHARED(width * 1000)", "11:20"), (Refused{Wrong::value, "shared memory"}));
  EXPECT_EQ(of("HETEROSCOPE_SHARED(-1)", "11:20"), (Refused{Wrong::value, "shared memory"}));
  EXPECT_EQ(of("HETEROSCOPE_CELLS(block_x, height - 50)", "11:28"), (Refused{Wrong::value, "cells"}));
  EXPECT_EQ(of("", "", {100, 65536 * 8}), (Refused{Wrong::value, "blocks"}));
}

/// A person sees for which cells and blocks it is so, and what was computed there.
TEST(OwnLaunch, WhatNoGpuLaunchesIsSaidWithItsNumbers) {
  const auto of = [](const std::string& line) {
    const OwnSource source = dots_source(gpu_dots + line);
    return complaint([&] { launch_shape(source, {.cells = {100, 50}, .block = {32, 8}}, small_gpu()); });
  };
  const auto expect_numbers = [&](const std::string& line, const std::string& number) {
    const std::string said = of(line);
    EXPECT_NE(said.find(number), std::string::npos) << said;
    EXPECT_NE(said.find("100 x 50"), std::string::npos) << said;
    EXPECT_NE(said.find("32 x 8"), std::string::npos) << said;
  };
  expect_numbers("HETEROSCOPE_GRID(1, 20 - height)", "-30");
  expect_numbers("HETEROSCOPE_GRID(1, 65536)", "65535");
  expect_numbers("HETEROSCOPE_SHARED(width * 1000)", "49152");
}

}  // namespace
}  // namespace heteroscope
