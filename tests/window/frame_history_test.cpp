// Frame times as a file.
#include "app/window/model/times/frame_history.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <sstream>
#include <string>
#include <vector>

#include "app/text/csv.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

std::optional<Machine> nothing_known(const std::string& /*name*/) {
  return std::nullopt;
}

TEST(FrameHistory, CsvHasALineAFrame) {
  FrameHistory history;
  FrameSample sample;
  sample.variant = "simd";
  history.add(sample);
  std::istringstream csv(history.csv({}, nothing_known));
  std::string head;
  std::string line;
  ASSERT_TRUE(std::getline(csv, head));
  ASSERT_TRUE(std::getline(csv, line));
  EXPECT_EQ(std::ranges::count(head, ','), std::ranges::count(line, ','));
  EXPECT_NE(head.find("gpu_ms"), std::string::npos);
  EXPECT_NE(head.find("source_ms"), std::string::npos);
}

/// The columns of a frame's stages, of which none is missing in the total, nor stands in it twice.
TEST(FrameHistory, TheTotalOfTheCsvIsThatOfItsStages) {
  FrameSample sample;
  sample.timing.input = 1;
  sample.timing.participants = {{.participant = {.processor = Processor::gpu}, .rows = 1, .compute = 40},
                                {.participant = {.processor = Processor::cpu}, .rows = 1, .compute = 20}};
  sample.timing.copies = 2;
  sample.timing.merge = 3;
  sample.timing.summary = 4;
  sample.timing.total = 1 + 40 + 2 + 3 + 4;
  sample.timing.pack = 100;
  sample.timing.link = 200;
  sample.timing.unpack = 300;
  sample.timing.display = 1000;
  FrameHistory history;
  history.add(sample);
  const auto lines = read_csv(history.csv({}, nothing_known));
  ASSERT_EQ(lines.size(), 2U);
  double sum = 0;
  double total = -1;
  for (std::size_t i = 0; i < lines[0].size(); ++i) {
    const std::string& name = lines[0][i];
    if (!name.ends_with("_ms")) continue;
    const double ms = std::stod(lines[1].at(i));
    if (name == "total_ms") {
      total = ms;
    } else {
      sum += name == "both_ms" ? -ms : ms;
    }
  }
  EXPECT_NEAR(total, sum, 1e-6);
  EXPECT_NEAR(total, sample.whole_ms(), 1e-6);
}

TEST(FrameHistory, CsvHasTheSaveOfAPersonsFile) {
  Variant one;
  one.own_id = "one.cpp";
  Variant other;
  other.own_id = "other.cpp";
  FrameWay how{default_settings(find_workload(catalog(), "blur"))};
  FrameHistory history;
  for (const std::vector<const Variant*>& own :
       {std::vector<const Variant*>{}, std::vector<const Variant*>{&one}, std::vector<const Variant*>{&one, &other}}) {
    how.own = own;
    history.add({}, how, catalog());
  }
  const auto lines = read_csv(history.csv({}, nothing_known, {{&one, 3}, {&other, 1}}));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].back(), "save");
  EXPECT_EQ(lines[1].back(), "");
  EXPECT_EQ(lines[2].back(), "3");
  EXPECT_EQ(lines[3].back(), "save 3 of one.cpp, save 1 of other.cpp");
}

TEST(FrameHistory, CsvNamesWhatComputedEachFrameAndTheMachine) {
  FrameHistory history;
  FrameSample sample;
  sample.variant = "cuda_2d + simd";
  sample.processor = Processor::split;
  sample.size = {96, 64};
  Settings how = default_settings(find_workload(catalog(), "blur"));
  how.execution.threads = 3;
  history.add(sample, {how}, catalog());
  how.execution.threads = 0;
  sample.machine = "server";
  history.add(sample, {how}, catalog());
  sample.machine = "unknown";
  history.add(sample, {how}, catalog());
  FrameSample of_gpu;
  of_gpu.processor = Processor::gpu;
  history.add(of_gpu, {how}, catalog());
  const Machine here{.version = "0.2.0", .commit = "abc", .cpu = "a CPU, with a comma", .gpu = "a GPU"};
  const auto known = [](const std::string& name) {
    return name == "server" ? std::optional(Machine{.version = "0.2.0", .cpu = "a server's CPU"}) : std::nullopt;
  };
  const auto lines = read_csv(history.csv(here, known));
  ASSERT_EQ(lines.size(), 5U);
  const auto cell = [&](std::size_t line, const std::string& column) {
    const auto at = std::ranges::find(lines.front(), column);
    return at == lines.front().end() ? "no column" : lines[line].at(static_cast<std::size_t>(at - lines[0].begin()));
  };
  EXPECT_EQ(lines.front().front(), "frame");
  EXPECT_EQ(cell(1, "workload"), "blur");
  EXPECT_EQ(cell(1, "processor"), "split");
  EXPECT_EQ(cell(1, "variant"), "cuda_2d + simd");
  EXPECT_EQ(cell(1, "width"), "96");
  EXPECT_EQ(cell(1, "threads"), "3");
  EXPECT_EQ(cell(2, "threads"), "all");
  EXPECT_EQ(cell(4, "threads"), "") << "the CPU computes nothing";
  EXPECT_EQ(cell(1, "computed_on"), "this machine");
  EXPECT_EQ(cell(2, "computed_on"), "server");
  EXPECT_EQ(cell(1, "version"), "0.2.0");
  EXPECT_EQ(cell(1, "commit"), "abc");
  EXPECT_EQ(cell(1, "cpu"), "a CPU, with a comma");
  EXPECT_EQ(cell(1, "gpu"), "a GPU");
  EXPECT_EQ(cell(2, "cpu"), "a server's CPU");
  EXPECT_EQ(cell(2, "gpu"), "");
  EXPECT_EQ(cell(3, "computed_on"), "unknown");
  for (const char* const each : {"cpu", "cpu_threads", "cpu_vector_target", "gpu", "gpu_driver", "compiler"})
    EXPECT_EQ(cell(3, each), "") << each;
  EXPECT_EQ(cell(3, "version"), "0.2.0") << "of the program that writes it";
  EXPECT_EQ(cell(4, "gpu"), "a GPU");
  EXPECT_EQ(made_text(sample), "cuda_2d + simd on CPU and GPU, fp64, 96 × 64");
  FrameHistory frames;
  EXPECT_EQ(frames.find(7), nullptr);
  sample.serial = 7;
  frames.add(sample);
  ASSERT_NE(frames.find(7), nullptr);
  EXPECT_EQ(frames.find(7)->variant, "cuda_2d + simd");
  EXPECT_EQ(frames.find(8), nullptr);
}

}  // namespace
}  // namespace heteroscope
