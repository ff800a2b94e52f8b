#include <algorithm>
#include <sstream>

#include "core/device/device.hpp"
#include "core/plan/plan.hpp"
#include "core/process/memory_limit.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// `bench` of a workload that iterates, and its suites.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class HeatBench : public Program {
 protected:
  static constexpr const char* small =
      "bench heat --set n=65 --scene small --variant sequential --precision fp32 --repeat 3 ";

  json bench(const std::string& arguments) const { return json_of(expect_success(arguments + " --json -").out); }
};

std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> out;
  std::stringstream stream(line);
  for (std::string cell; std::getline(stream, cell, ',');) out.push_back(cell);
  return out;
}

TEST_F(HeatBench, TimesTheSteps) {
  const json rows = bench(small + std::string("--steps 12")).at("rows");
  ASSERT_EQ(rows.size(), 1U);
  const json& row = rows.front();
  EXPECT_EQ(row.at("steps"), 12);
  EXPECT_EQ(row.at("width"), 65);
  EXPECT_EQ(row.at("height"), 65);
  const double seconds = row.at("median_ms").get<double>() / 1000;
  EXPECT_GT(seconds, 0);
  EXPECT_DOUBLE_EQ(row.at("step_ms").get<double>(), seconds * 1000 / 12);
  // one Euler step reads and writes each of the 65² nodes once, 4 bytes each
  EXPECT_EQ(row.at("operation_unit"), "cells");
  EXPECT_EQ(row.at("operations").get<double>(), 65.0 * 65 * 12);
  EXPECT_NEAR(row.at("operations_per_s").get<double>() * seconds, 65.0 * 65 * 12, 1e-3);
  EXPECT_NEAR(row.at("bytes_per_s").get<double>() * seconds, 65.0 * 65 * 12 * 8, 1e-2);
  EXPECT_GT(row.at("copy_ceiling_share").get<double>(), 0);
  EXPECT_EQ(row.at("speedup"), 1);
}

TEST_F(HeatBench, MultistepMethodsReadMoreStates) {
  const json rows = bench(small + std::string("--set integrator=ab3 --steps 5")).at("rows");
  ASSERT_EQ(rows.size(), 1U);
  const double seconds = rows.front().at("median_ms").get<double>() / 1000;
  EXPECT_NEAR(rows.front().at("bytes_per_s").get<double>() * seconds, 65.0 * 65 * 5 * (3 + 1) * 4, 1e-2);
}

TEST_F(HeatBench, TableAndCsvSayHowManySteps) {
  const Result result = expect_success(small + std::string("--steps 7 --csv b.csv"));
  for (const char* title : {"| steps |", "time per step |", "cells/s |", "moved |", "of copy |", "set |"}) {
    EXPECT_NE(result.out.find(title), std::string::npos) << title;
  }
  EXPECT_NE(result.out.find("| 65x65 |"), std::string::npos) << result.out;
  for (const char* sentence :
       {"\"moved\" says how many bytes pass", "\"of copy\" says how near the bytes per second are"})
    EXPECT_NE(result.out.find(sentence), std::string::npos) << result.out;
  EXPECT_EQ(result.out.find("Source:"), std::string::npos) << "a sine starts from no image";
  std::stringstream csv(read_text(file("b.csv")));
  std::string titles;
  std::string values;
  std::getline(csv, titles);
  std::getline(csv, values);
  const std::vector<std::string> names = cells_of(titles);
  const std::vector<std::string> row = cells_of(values);
  const auto value = [&](const char* name) {
    const auto at = static_cast<std::size_t>(std::ranges::find(names, name) - names.begin());
    return at < row.size() ? row[at] : std::string("no column");
  };
  EXPECT_EQ(value("steps"), "7");
  EXPECT_EQ(value("width"), "65");
  EXPECT_NEAR(std::stod(value("step_ms")) * 7, std::stod(value("median_ms")), 1e-9);
}

/// As many as update 2^28 nodes, at most 64: 2^28/5000² is 10.7.
TEST_F(HeatBench, StepsFollowFromTheGridUnlessTheyAreGiven) {
  EXPECT_EQ(bench(small).at("rows").front().at("steps"), 64);
  const json large = bench("bench heat --scene small --set n=5000 --variant sequential --precision fp32 --repeat 1");
  EXPECT_EQ(large.at("rows").front().at("steps"), 10);
}

/// Each run starts at step 0, so that what it leaves behind is what `render` computes: not where the run before ended.
TEST_F(HeatBench, EveryRunStartsFromTheSameState) {
  // a sine on 9² nodes has its first value below 2^-126 after 1204 steps, all of them after 1231; each variant's runs
  // together take 7000
  const std::string tiny = "bench heat --set n=9 --scene small --precision fp32 --repeat 5 --processor cpu --steps ";
  const json before = bench(tiny + "1000");
  for (const json& row : before.at("rows")) {
    EXPECT_EQ(row.at("subnormal_values_percent"), 0) << row.at("variant");
    EXPECT_GT(row.at("zero_values_percent").get<double>(), 39) << "the edge: 32 of 81";
    EXPECT_LT(row.at("zero_values_percent").get<double>(), 40);
  }
  const Result decayed = expect_success(tiny + "1300 --json b.json");
  const json rows = json_of(read_text(file("b.json"))).at("rows");
  ASSERT_FALSE(rows.empty());
  for (const json& row : rows) {
    EXPECT_NEAR(row.at("subnormal_values_percent").get<double>(), 100 * 49.0 / 81, 1e-9) << row.at("variant");
  }
  EXPECT_NE(decayed.out.find("n=9, 1300 steps in fp32: 60.5 % of the values are subnormal numbers at the end"),
            std::string::npos)
      << decayed.out;
  EXPECT_NE(decayed.out.find("at the end of each run; "), std::string::npos) << "and what that costs here";
}

/// What computes on one thread is held against one thread, and a small grid against a copy of its size.
TEST_F(HeatBench, SharesAreOfACopyOfTheSameSizeAndThreads) {
  const json out = bench("bench heat --set n=256 --scene small --steps 3 --repeat 1 --processor cpu --precision fp32");
  for (const json& row : out.at("rows")) {
    const json& held = row.at("cpu_ceiling");
    EXPECT_EQ(held.at("threads"), row.at("threads")) << row.at("variant");
    EXPECT_EQ(held.at("set_bytes"), 2 * 256 * 256 * 4) << "a step's, not that of all its steps";
    EXPECT_DOUBLE_EQ(row.at("copy_ceiling_share").get<double>(),
                     row.at("bytes_per_s").get<double>() / held.at("copy_bytes_per_s").get<double>());
    EXPECT_TRUE(row.at("gpu_ceiling").is_null());
    EXPECT_TRUE(std::ranges::any_of(out.at("ceilings").at("cpu").at("sets"), [&](const json& set) {
      return set.at("threads") == held.at("threads") && set.at("set_bytes") == held.at("set_bytes") &&
             set.at("copy_bytes_per_s") == held.at("copy_bytes_per_s");
    })) << "the ceilings' list has it, too";
  }
  const json& sequential = out.at("rows").front();
  EXPECT_EQ(sequential.at("variant"), "sequential");
  EXPECT_EQ(sequential.at("cpu_ceiling").at("threads"), 1);
}

TEST_F(HeatBench, WorkloadsWithoutStepsHaveNone) {
  const json row =
      bench("bench transpose --source constant --size 16x16 --variant sequential --precision fp32 --repeat 1")
          .at("rows")
          .front();
  EXPECT_TRUE(row.at("steps").is_null());
  EXPECT_TRUE(row.at("step_ms").is_null());
  const Result table =
      expect_success("bench transpose --source constant --size 16x16 --variant sequential --precision fp32 --repeat 1");
  EXPECT_EQ(table.out.find("a step"), std::string::npos);
  EXPECT_NE(table.out.find("Source: constant"), std::string::npos);
}

TEST_F(HeatBench, MemoryThatDoesNotSuffice) {
  // 65536² nodes in fp64 are 34 GB a plane, of which ab3 needs six
  constexpr double needed_bytes = 6 * 65536.0 * 65536.0 * 8;
  if (needed_bytes < static_cast<double>(memory::limit())) GTEST_SKIP() << "it fits this computer's memory";
  expect_refused("bench heat --set n=65536 --set integrator=ab3 --precision fp64 --variant sequential", "memory");
}

TEST_F(HeatBench, BadSteps) {
  for (const char* steps : {"0", "-1", "1.5", "many", "1000001", "99999999999999999999"}) {
    expect_refused("bench heat --steps=" + std::string(steps), "whole number from 1 to 1000000");
  }
  expect_refused("bench mandelbrot --steps 3", "takes no steps");
}

TEST_F(HeatBench, UnstableOnlyIfItIsAllowed) {
  const std::string unstable = small + std::string("--set fourier=0.3 --steps 2 ");
  expect_refused(unstable, "--allow-unstable");
  expect_success(unstable + "--allow-unstable");
}

TEST_F(HeatBench, OptionsThatMeanNothing) {
  expect_refused("bench heat --size 100x100", "--set n");
  expect_refused("bench heat --source noise", "does not use a source image here");
}

TEST_F(HeatBench, UnknownSuiteNamesTheKnownOnes) {
  expect_refused("bench heat-blok", "heat-blocks");
  expect_refused("bench heat-blok", "mandelbrot");
}

TEST_F(HeatBench, SuitesChooseForThemselves) {
  for (const char* option : {"--scene small", "--processor split", "--split 0.5"}) {
    expect_refused("bench heat-blocks " + std::string(option), "sets that itself");
  }
  expect_refused("bench heat-blocks --variant simd", "cuda_global, cuda_shared");
  expect_refused("bench heat-blocks --set m=3", "no parameter 'm'");
  expect_refused("bench heat-blocks --steps 0", "--steps");
  expect_refused("render heat-blocks --out a.png", "heat-blocks");
}

TEST_F(HeatBench, SuitesAreListed) {
  EXPECT_NE(expect_success("list").out.find("heat-blocks"), std::string::npos);
  EXPECT_NE(expect_success("bench --help").out.find("heat-blocks"), std::string::npos);
  const json all = json_of(expect_success("list --json").out);
  EXPECT_EQ(all.at("source_reports").size(), 5U);
  EXPECT_EQ(all.at("source_reports").at(4).at("year"), "2017");
  EXPECT_NE(expect_success("list").out.find("CUDA en Mecánica Computacional"), std::string::npos);
  const json& suites = all.at("suites");
  const auto blocks = std::ranges::find_if(suites, [](const json& each) { return each.at("id") == "heat-blocks"; });
  ASSERT_NE(blocks, suites.end());
  EXPECT_EQ(blocks->at("workload"), "heat");
}

TEST_F(HeatBench, SuiteOfBlockShapes) {
  if (!has_gpu()) {
    expect_refused("bench heat-blocks --repeat 1 --json b.json", "--json: nothing can be measured here");
    const Result alone = expect_success("bench heat-blocks --repeat 1");
    EXPECT_NE(alone.out.find("heat-blocks (nothing was measured here): "), std::string::npos) << alone.out;
    EXPECT_NE(alone.out.find("no figures were published"), std::string::npos) << alone.out;
    return;
  }
  const Result result = expect_success("bench heat-blocks --set n=300 --steps 2 --repeat 1 --json b.json");
  const json bench = json_of(read_text(file("b.json")));
  EXPECT_EQ(bench.at("title"), "heat-blocks");
  // twelve shapes of two variants in two precisions
  ASSERT_EQ(bench.at("rows").size(), 48U);
  for (const json& row : bench.at("rows")) {
    EXPECT_EQ(row.at("width"), 300);
    EXPECT_EQ(row.at("steps"), 2);
    EXPECT_FALSE(row.at("block").is_null());
  }
  EXPECT_NE(result.out.find("cells/s by block:"), std::string::npos);
  EXPECT_NE(result.out.find("| 8x32"), std::string::npos);
}

TEST_F(HeatBench, SuitesCanBeNarrowed) {
  expect_refused("bench heat-blocks --processor cpu", "no variant of heat fits all of these options");
  expect_refused("bench heat-blocks --block 0x8", "\"0x8\" is too large or too small");
  expect_refused("bench cpu-schedules --block 8x8",
                 "no variant of the suite cpu-schedules that fits these options has a choice");
  const json cg = bench("bench laplace-methods --scene cg --set n=17 --processor cpu --precision fp64 --repeat 1");
  ASSERT_EQ(cg.at("rows").size(), 2U);
  for (const json& row : cg.at("rows")) EXPECT_EQ(row.at("scene"), "cg");
  if (!has_gpu()) return;
  const json one = bench("bench heat-blocks --set n=300 --steps 2 --repeat 1 --block 16x8 --precision fp32");
  ASSERT_EQ(one.at("rows").size(), 2U);
  EXPECT_EQ(one.at("rows").front().at("block").at("y"), 8);
}

}  // namespace
}  // namespace heteroscope::testing
