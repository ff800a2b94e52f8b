#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/window/features/bench/choice.hpp"
#include "core/model/workload.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

/// The blocks with which suites plan their rows, whether there is a GPU or not.
namespace heteroscope::suite_blocks {
namespace {

/// The shapes that the cases of a command line have for the GPU, each once, as "32x32".
std::vector<std::string> blocks_of(const std::string& line) {
  std::vector<std::string> out;
  for (const Asked& part : outlook_of(line, catalog()).asked.parts) {
    for (const BenchCase& each : part.cases) {
      const Execution& execution = each.settings.execution;
      if (execution.processor == Processor::cpu) continue;
      const std::string shape = std::to_string(execution.block.x) + "x" + std::to_string(execution.block.y);
      if (std::ranges::find(out, shape) == out.end()) out.push_back(shape);
    }
  }
  std::ranges::sort(out);
  return out;
}

/// A kernel that the suite measures has a block to be chosen.
bool has_blocks(const Suite& suite) {
  const Workload& workload = find_workload(catalog(), suite.workload);
  const auto stage =
      suite.stage.empty() ? workload.stages.begin() : std::ranges::find(workload.stages, suite.stage, &Stage::id);
  return std::ranges::any_of(stage->variants, [&](const NamedVariant& each) {
    const bool measured = suite.variants.empty() || std::ranges::find(suite.variants, each.id) != suite.variants.end();
    return measured && each.variant->processor == Processor::gpu && each.variant->knobs.blocks != BlockRule::none;
  });
}

/// Where no variant for the GPU was compiled none says which blocks it takes.
bool are_compiled() {
  return std::ranges::any_of(suites(), [](const Suite* each) { return has_blocks(*each); });
}

TEST(SuiteBlocks, AreAsAskedInEverySuite) {
  if (!are_compiled()) GTEST_SKIP() << "built without CUDA";
  int asked = 0;
  for (const Suite* suite : suites()) {
    if (!has_blocks(*suite)) continue;
    const std::vector<std::string> found = blocks_of("heteroscope bench " + std::string(suite->id) + " --block 8x8");
    ++asked;
    for (const std::string& each : found)
      EXPECT_TRUE(each == "8x8" || each == "8x1" || each == "0x0") << suite->id << ' ' << each;
    EXPECT_TRUE(std::ranges::any_of(found, [](const std::string& each) { return each.starts_with("8x"); }))
        << suite->id;
  }
  EXPECT_GE(asked, 8);
}

TEST(SuiteBlocks, AreThoseOfTheReports) {
  if (!are_compiled()) GTEST_SKIP() << "built without CUDA";
  const auto has = [](const char* suite, const char* shape) {
    const std::vector<std::string> found = blocks_of(std::string("heteroscope bench ") + suite);
    return std::ranges::find(found, shape) != found.end();
  };
  EXPECT_TRUE(has("gpu-memory", "32x32"));
  EXPECT_TRUE(has("gpu-memory", "32x1"));
  EXPECT_TRUE(has("blur-masks", "32x32"));
  for (const char* shape : {"8x8", "16x16", "32x32"}) EXPECT_TRUE(has("triangle", shape)) << shape;
  for (const char* shape : {"16x16", "32x32"}) EXPECT_TRUE(has("transpose-tiles", shape)) << shape;
}

}  // namespace
}  // namespace heteroscope::suite_blocks
