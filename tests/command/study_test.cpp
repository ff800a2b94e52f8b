#include <algorithm>
#include <cmath>

#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

using nlohmann::json;

class StudyCommand : public Program {};

TEST_F(StudyCommand, JsonHasPointsAndOrdersThatFollowFromThem) {
  const json root = json_of(expect_success("study heat --json - --csv orders.csv").out);
  EXPECT_EQ(root.at("workload"), "heat");
  ASSERT_EQ(root.at("studies").size(), 2U);
  for (const json& study : root["studies"]) {
    EXPECT_EQ(study.at("curves").size(), 5U);
    for (const json& curve : study["curves"]) {
      const json& points = curve.at("points");
      ASSERT_GE(points.size(), 4U);
      const json& a = points[points.size() - 2];
      const json& b = points[points.size() - 1];
      const double order = std::log(a.at("error").get<double>() / b.at("error").get<double>()) /
                           std::log(a.at("step").get<double>() / b.at("step").get<double>());
      EXPECT_NEAR(order, curve.at("observed_order").get<double>(), 1e-9);
      EXPECT_NEAR(order, curve.at("expected_order").get<double>(), 0.06) << curve.at("method");
    }
  }
  const std::string csv = read_text(file("orders.csv"));
  EXPECT_EQ(csv.substr(0, csv.find('\n')), "study,method,step,error,order,expected_order");
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 1 + 5 * 5 + 5 * 4);
}

TEST_F(StudyCommand, LaplaceHasErrorsAndIterationsOverSizes) {
  const json root = json_of(expect_success("study laplace --json -").out);
  ASSERT_EQ(root.at("studies").size(), 2U);
  EXPECT_EQ(root.at("studies").at(0).at("id"), "space");
  for (const json& curve : root.at("studies").at(0).at("curves"))
    EXPECT_NEAR(curve.at("observed_order").get<double>(), 2, 0.02) << curve.at("method");
  EXPECT_EQ(root.at("studies").at(1).at("id"), "iterations");
  for (const json& curve : root.at("studies").at(1).at("curves"))
    EXPECT_NEAR(curve.at("observed_order").get<double>(), curve.at("expected_order").get<double>(), 0.25)
        << curve.at("method");
}

/// Of Jacobi on 9 by 9 nodes, where no digit of 320 is an error's.
TEST_F(StudyCommand, IterationsAreWholeNumbersInTheTable) {
  const std::string out = expect_success("study laplace").out;
  const std::size_t table = out.find("iterations until the residual is 1e-12");
  ASSERT_NE(table, std::string::npos) << out;
  EXPECT_NE(out.find(" 320 |", table), std::string::npos) << out.substr(table);
  EXPECT_EQ(out.find("e+0", table), std::string::npos) << out.substr(table);
}

/// The reports' counts: by formula, as seed 004 has them, for 36 tiles in 8 rows.
TEST_F(StudyCommand, MappingsLaunchWhatTheirFormulasSay) {
  const json root = json_of(expect_success("study mappings triangle --set n=128 --block 16x16 --json -").out);
  const auto of = [&](const char* id) {
    for (const json& each : root.at("variants")) {
      if (each.at("variant") == id) return each;
    }
    ADD_FAILURE() << id;
    return json();
  };
  EXPECT_EQ(of("cuda_bb").at("blocks"), 8 * 8);
  EXPECT_EQ(of("cuda_bb").at("useful_blocks"), 36);
  EXPECT_EQ(of("cuda_ltm").at("blocks"), 36) << "n (n + 1) / 2";
  EXPECT_EQ(of("cuda_rb").at("blocks"), 36);
  EXPECT_EQ(of("cuda_fr").at("blocks"), 32) << "n / 2 by n, each diagonal block with two tiles";
  EXPECT_EQ(of("cuda_fr_basic").at("blocks"), 32);
  for (const char* id : {"cuda_bb", "cuda_rb", "cuda_rec", "cuda_ltm", "cuda_fr", "cuda_fr_basic", "cuda_dp"}) {
    const json one = of(id);
    EXPECT_EQ(one.at("block"), json({{"x", 16}, {"y", 16}})) << id;
    EXPECT_EQ(one.at("threads").get<int>(), 256 * one.at("blocks").get<int>()) << id;
    EXPECT_EQ(one.at("wasted_threads").get<double>(),
              1 - one.at("useful_threads").get<double>() / one.at("threads").get<double>())
        << id;
    EXPECT_GT(one.at("global_store_efficiency_percent").get<double>(), 50) << id;
    EXPECT_LE(one.at("global_store_efficiency_percent").get<double>(), 100) << id;
    EXPECT_TRUE(one.at("shared_efficiency_percent").is_null()) << id;
  }
  // 8 tiles in a square of 4 by 4, two of 2 by 2, and four boxes of 2 by 2
  const json cut = json_of(
      expect_success("study mappings triangle --set n=128 --set cutoff=32 --block 16x16 --variant cuda_dp --json -")
          .out);
  EXPECT_EQ(cut.at("variants").at(0).at("launches"), 1 + 2 + 4);
  EXPECT_EQ(cut.at("variants").at(0).at("blocks"), 16 + 2 * 4 + 4 * 4);
  EXPECT_EQ(cut.at("variants").at(0).at("useful_blocks"), 36);
}

/// A matrix of n = 131072 is 69 GB, of which nothing is held.
TEST_F(StudyCommand, MappingsOfWhatNoMemoryHoldsAreCounted) {
  const json root =
      json_of(expect_success("study mappings triangle --set n=131072 --block 32x32 --variant cuda_ltm --json -").out);
  EXPECT_EQ(root.at("variants").at(0).at("blocks"), 4096LL * 4097 / 2);
}

/// Modeled efficiencies are those of the suite's table, which are of blocks that nothing cuts.
TEST_F(StudyCommand, MappingsOfOtherWorkloadsHaveTheirEfficiencies) {
  const json root = json_of(
      expect_success("study mappings transpose --size 64x64 --block 32x32 --variant cuda_global --variant cuda_shared "
                     "--precision fp32 --json - --csv a.csv")
          .out);
  ASSERT_EQ(root.at("variants").size(), 2U);
  const json& global = root.at("variants").at(0);
  EXPECT_EQ(global.at("variant"), "cuda_global");
  EXPECT_EQ(global.at("blocks"), 4);
  EXPECT_TRUE(global.at("useful_blocks").is_null());
  EXPECT_EQ(global.at("global_load_efficiency_percent"), 100);
  EXPECT_EQ(global.at("global_store_efficiency_percent"), 12.5);
  EXPECT_NEAR(root.at("variants").at(1).at("shared_efficiency_percent").get<double>(), 200.0 / 33, 1e-9);
  EXPECT_EQ(read_text(file("a.csv")).substr(0, 16), "variant,block_x,");
}

TEST_F(StudyCommand, MappingsRefuseWhatTheyDoNotUse) {
  expect_refused("study mappings", "study mappings: which workload? For example: study mappings triangle");
  expect_refused("study mappings triangle --processor gpu", "--processor: study mappings computes nothing");
  expect_refused("study mappings triangle --variant simd", "--variant 'simd': study mappings needs a GPU variant");
  expect_refused("study mappings triangle --svg a.svg", "--svg: study mappings draws nothing");
  expect_refused("study mappings triangle --variant cuda_linear --block 8x8", "--block: no variant of triangle");
  expect_refused("study mappings triangle --set n=131072 --block 1x1", "); choose larger blocks");
}

TEST_F(StudyCommand, WhatCannotBeStudiedIsNamed) {
  const Result result = run("study blur");
  EXPECT_EQ(result.code, 2);
  EXPECT_NE(result.error.find("blur has no study (known: heat"), std::string::npos) << result.error;
  EXPECT_EQ(run("study").code, 2);
  EXPECT_EQ(run("study heat --csv /nonexistent/a.csv").code, 2);
}

}  // namespace
}  // namespace heteroscope::testing
