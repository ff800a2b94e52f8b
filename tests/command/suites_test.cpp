#include <algorithm>
#include <set>

#include "app/bench/beside.hpp"
#include "app/results/data.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

/// Suites that make the seeds' tables again, and what they say of the published ones.
namespace heteroscope::testing {
namespace {

using nlohmann::json;

class Suites : public Program {
 protected:
  /// What rows have under a key, each once.
  static std::set<json> all(const json& result, const char* key) {
    std::set<json> out;
    for (const json& row : result.at("rows")) out.insert(row.at(key));
    return out;
  }
};

TEST_F(Suites, SchedulesOverThreadsBesideTheSeed) {
  const Result run = expect_success("bench cpu-schedules --scene 256 --set max_iterations=20 --repeat 2 --json a.json");
  for (const char* words :
       {"All variants at side = 256", "Over threads:", "Karp-Flatt",
        "Beside seed 000, tables 2 to 4:", "| 256   | omp_tasks    | median | 87.40 ms | 88.20 ms | 237.0 ms |",
        "published conclusion", "faster than static"}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << words << '\n' << run.out;
  }
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(result.at("suite"), "cpu-schedules");
  EXPECT_EQ(all(result, "precision"), std::set<json>{"fp64"});
  EXPECT_EQ(all(result, "axis"), std::set<json>{256});
  EXPECT_EQ(all(result, "variant").size(), 7U);
  EXPECT_GE(all(result, "threads").size(), 1U);
  EXPECT_EQ(result.at("published").at("figures").at(0).at("value"), 143);
}

TEST_F(Suites, AnotherSizeOrScene) {
  expect_success("bench cpu-schedules --size 32x32 --variant sequential --repeat 1 --json a.json");
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "scene"), std::set<json>{"32"});
  EXPECT_EQ(all(result, "width"), std::set<json>{32});
  expect_success("bench histogram-runs --scene 10000 --processor cpu --repeat 1 --json b.json");
  const json histogram = json_of(read_text(file("b.json")));
  EXPECT_EQ(all(histogram, "axis"), std::set<json>{10000});
  EXPECT_EQ(histogram.at("rows").at(0).at("settings").at("source").at("id"), "integers");
}

TEST_F(Suites, OfAStage) {
  expect_success("bench mean-methods --size 64x64 --processor cpu --repeat 1 --json a.json");
  const json mean = json_of(read_text(file("a.json")));
  EXPECT_TRUE(all(mean, "variant").contains("simd_exact"));
  EXPECT_EQ(all(mean, "stage"), std::set<json>{0});
  expect_success("bench binarize-mappings --size 64x64 --processor cpu --repeat 1 --json b.json");
  EXPECT_EQ(all(json_of(read_text(file("b.json"))), "stage"), std::set<json>{1});
}

TEST_F(Suites, WhatTheyChooseThemselvesIsRefused) {
  expect_refused("bench cpu-schedules --threads 1", "--threads: the suite cpu-schedules chooses that itself");
  expect_refused("bench cpu-schedules --size 32x16", "goes over squares");
  expect_refused("bench cpu-schedules --size 32x32 --scene 256", "--size");
  expect_refused("bench cpu-schedules --scene 3", "no scene '3'");
  expect_refused("bench mean-methods --source gradient", "--source: the suite mean-methods chooses that itself");
  expect_refused("bench split-search --split 0.5", "--split: the suite split-search chooses that itself");
  expect_refused("bench gpu-memory --memory device --processor gpu",
                 "--memory: the suite gpu-memory chooses that itself");
}

TEST_F(Suites, OfTheGpuOnItOrNot) {
  for (const char* each : {"gpu-memory --size 64x64", "split-search --scene 0.9", "transpose-tiles --size 64x64",
                           "blur-masks --size 64x64"}) {
    const std::string arguments = std::string("bench ") + each + " --repeat 1";
    if (has_gpu()) {
      expect_success(arguments);
    } else {
      expect_refused(arguments, "nothing can be measured here");
    }
  }
}

heteroscope::ResultRow row(const char* variant, const char* scene, double low, double ms, double high) {
  heteroscope::ResultRow out;
  Data to(out.data);
  for (const auto& [id, value] :
       {std::pair{"variant", variant}, std::pair{"scene", scene}, std::pair{"memory", "host"}})
    to.add(id, id, "a word", std::string(value));
  to.add("median_ms", "median", "ms", Hint::time, "a time", ms);
  to.add("median_low_ms", "median from", "ms", Hint::time, "its lower end", low);
  to.add("median_high_ms", "median to", "ms", Hint::time, "its upper end", high);
  return out;
}

RowPattern pattern(const char* variant) {
  return {.variant = variant, .scene = {}, .memory = {}};
}

Verdict verdict(const Claim& claim, const std::vector<heteroscope::ResultRow>& rows) {
  return judge(claim, {.facts = {}, .rows = rows, .skipped = {}}).verdict;
}

TEST(Claims, HoldWhereIntervalsLeaveNoDoubt) {
  const Claim claim{"a is faster", "here", pattern("a"), pattern("b")};
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1.8, 2, 2.2)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1.8, 2, 2.2), row("b", "s", 0.9, 1, 1.1)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1, 1.1, 1.2)}), Verdict::unknown);
  EXPECT_EQ(verdict(claim, {row("a", "s", 0.9, 1, 1.1)}), Verdict::unknown);
  const Claim twice{"a is twice as fast", "here", pattern("a"), pattern("b"), 2};
  EXPECT_EQ(verdict(twice, {row("a", "s", 1, 1, 1), row("b", "s", 2, 2, 2)}), Verdict::holds);
  EXPECT_EQ(verdict(twice, {row("a", "s", 1, 1, 1), row("b", "s", 1.5, 1.6, 1.7)}), Verdict::does_not);
  EXPECT_EQ(verdict(twice, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1.9, 2, 2.1)}), Verdict::unknown);
}

TEST(Claims, OfLikeness) {
  const Claim alike{"a is like b", "here", pattern("a"), pattern("b"), 1.1, true};
  EXPECT_EQ(verdict(alike, {row("a", "s", 1, 1, 1), row("b", "s", 1.05, 1.05, 1.05)}), Verdict::holds);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1.05, 1.05, 1.05), row("b", "s", 1, 1, 1)}), Verdict::holds);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1, 1, 1), row("b", "s", 1.2, 1.2, 1.2)}), Verdict::does_not);
  EXPECT_EQ(verdict(alike, {row("a", "s", 1.2, 1.2, 1.2), row("b", "s", 1, 1, 1)}), Verdict::does_not);
  EXPECT_EQ(verdict(alike, {row("a", "s", 0.9, 1, 1.1), row("b", "s", 1, 1.1, 1.2)}), Verdict::unknown)
      << "from 0.91 to 1.33";
}

TEST(Claims, AreJudgedInTheLastSceneThatBothHave) {
  const Claim claim{"a is faster", "here", pattern("a"), pattern("b")};
  const Judged judged =
      judge(claim, {.facts = {},
                    .rows = {row("a", "small", 2, 2, 2), row("b", "small", 1, 1, 1), row("a", "large", 1, 1, 1),
                             row("b", "large", 4, 4, 4), row("a", "huge", 9, 9, 9)},
                    .skipped = {}});
  EXPECT_EQ(judged.verdict, Verdict::holds);
  EXPECT_NE(judged.why.find("large: a takes 1.000 ms, b 4.000 ms; 4 times as long"), std::string::npos) << judged.why;
}

}  // namespace
}  // namespace heteroscope::testing
