#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/trace/chrome.hpp"
#include "core/trace/launched.hpp"
#include "tests/json.hpp"

/// Kernels that launch kernels, from the spans of their blocks.
namespace heteroscope {
namespace {

/// Kernel 1 launches 2 and 3, of which 2 launches 4 and 5; kernel 9 is of another pass.
Trace tree() {
  Trace out;
  out.passes = {{.name = "cells", .space = {8, 8}}, {.name = "other", .space = {8, 8}}};
  const auto launch = [](std::uint32_t grid, std::uint32_t parent, std::uint32_t pass = 0) {
    return TracedLaunch{.pass = pass, .grid = grid, .parent = parent, .columns = 2, .rows = 1};
  };
  out.launches = {launch(1, 0), launch(2, 1), launch(3, 1), launch(4, 2), launch(5, 2), launch(9, 0, 1)};
  const auto block = [](std::uint32_t of, std::uint64_t start_ns, std::uint64_t end_ns) {
    return TracedSpan{.launch = of, .start_ns = start_ns, .end_ns = end_ns};
  };
  out.spans = {block(0, 100, 200), block(0, 150, 300), block(1, 400, 500),  block(2, 420, 430),
               block(3, 600, 900), block(4, 700, 800), block(5, 1000, 2000)};
  return out;
}

TEST(NestedKernels, AreThereUntilWhatTheyLaunchedIsOver) {
  const std::vector<NestedKernel> found = nested_kernels(tree(), 0);
  ASSERT_EQ(found.size(), 5U);
  const std::uint64_t expected[5][6] = {{1, 2, 0, 100, 300, 900},
                                        {2, 2, 1, 400, 500, 900},
                                        {3, 0, 1, 420, 430, 430},
                                        {4, 0, 2, 600, 900, 900},
                                        {5, 0, 2, 700, 800, 800}};
  for (std::size_t i = 0; i < 5; ++i) {
    const NestedKernel& each = found[i];
    const std::uint64_t is[] = {each.number,   each.launched, static_cast<std::uint64_t>(each.depth),
                                each.start_ns, each.end_ns,   each.done_ns};
    EXPECT_TRUE(std::ranges::equal(is, expected[i])) << each.number;
  }
}

TEST(NestedKernels, TellHowLongParentsAreIdle) {
  const Nesting nesting = nesting_of(nested_kernels(tree(), 0));
  EXPECT_EQ(nesting.kernels, 5);
  EXPECT_EQ(nesting.parents, 2);
  EXPECT_DOUBLE_EQ(nesting.idle, (600.0 + 400) / (800 + 500));
}

TEST(NestedKernels, AreNoneWhereTheHostLaunchesAll) {
  EXPECT_EQ(nested_passes(tree()), std::set<std::uint32_t>{0});
  EXPECT_TRUE(nested_kernels(tree(), 1).empty());
  EXPECT_EQ(nesting_of({}).parents, 0);
}

/// Its blocks' records may not have fitted: its children are then as if the host had launched them.
TEST(NestedKernels, ThoseWithoutARecordAreLeftOut) {
  Trace trace = tree();
  std::erase_if(trace.spans, [](const TracedSpan& each) { return each.launch == 1; });
  const std::vector<NestedKernel> found = nested_kernels(trace, 0);
  ASSERT_EQ(found.size(), 4U);
  EXPECT_EQ(found[2].number, 4U);
  EXPECT_EQ(found[2].depth, 0);
  EXPECT_EQ(found[0].done_ns, 430U);
}

TEST(NestedKernels, HaveRowsOfTheirDepthInATraceFile) {
  const Trace trace = tree();
  const NamedTrace named{.participant = "GPU 0", .unit = "SM", .trace = &trace};
  const nlohmann::json file = json_of(chrome_trace(std::span(&named, 1), "{}"));
  int kernels = 0;
  for (const auto& event : file.at("traceEvents")) {
    if (event.value("cat", "") != "kernel") continue;
    ++kernels;
    if (event.at("name") != "kernel 1") continue;
    EXPECT_DOUBLE_EQ(event.at("dur").get<double>(), 0.8);
    EXPECT_DOUBLE_EQ(event.at("args").at("idle_us").get<double>(), 0.6);
    EXPECT_EQ(event.at("args").at("launched"), 2);
  }
  EXPECT_EQ(kernels, 5);
}

}  // namespace
}  // namespace heteroscope
