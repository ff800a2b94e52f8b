#include <algorithm>
#include <set>

#include "app/analysis/beside.hpp"
#include "app/analysis/theory.hpp"
#include "app/results/data.hpp"
#include "kernels/suites.hpp"
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

TEST_F(Suites, TheoryBesideTheSeedsMachines) {
  const Result run = expect_success("bench cpu-theory --size 32x32 --repeat 2 --json a.json");
  for (const char* words :
       {"The peak in fp64, as cores × clock × flop a cycle", "| i3      |     2 |", "49.6 GFlop/s", "| here    |",
        "beside what multiply-adds alone reach", "Pearson's r", "first over median", "cannot be told here"}) {
    EXPECT_NE(run.out.find(words), std::string::npos) << words << '\n' << run.out;
  }
  const json result = json_of(read_text(file("a.json")));
  EXPECT_GT(result.at("theory").at("clock_hz"), 1e8);
  EXPECT_LT(result.at("theory").at("clock_hz"), 1e10);
  EXPECT_GE(result.at("theory").at("fp64_lanes"), 1);
  EXPECT_EQ(result.at("published").at("peaks").at(1).at("gflop_per_s"), 460.8);
  for (const json& row : result.at("rows")) {
    EXPECT_NEAR(row.at("predicted_ms"),
                row.at("operations").get<double>() * 4 / row.at("cpu_ceiling").at("fma_per_s").get<double>() * 1e3,
                1e-9);
    EXPECT_GE(row.at("worst_case_ms"), row.at("predicted_ms"));
  }
}

TEST_F(Suites, AgreementSaysHowManyValuesDiffer) {
  const Result run =
      expect_success("bench agreement --scene alone --size 48x32 --processor cpu --repeat 1 --json a.json --csv a.csv");
  EXPECT_NE(run.out.find("results is the reference's, value by value: their diff pictures are black."),
            std::string::npos)
      << run.out;
  EXPECT_NE(run.out.find("largest difference"), std::string::npos);
  EXPECT_NE(run.out.find("stray values of the GPU's picture are not the CPU's"), std::string::npos);
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "precision"), (std::set<json>{"fp32", "fp64"}));
  EXPECT_EQ(all(result, "differing_values"), std::set<json>{0});
  EXPECT_EQ(all(result, "compared_values"), std::set<json>{48 * 32});
  EXPECT_EQ(all(result, "largest_difference"), std::set<json>{0.0});
  EXPECT_GE(all(result, "variant").size(), 8U);
}

TEST_F(Suites, HistogramsRunsAreOfInt32) {
  expect_success("bench histogram-runs --scene 1000 --processor cpu --repeat 1 --json a.json");
  const json result = json_of(read_text(file("a.json")));
  EXPECT_EQ(all(result, "precision"), std::set<json>{"int32"});
  EXPECT_EQ(all(result, "variant"), (std::set<json>{"sequential", "omp_atomic", "omp_private", "simd"}));
  EXPECT_EQ(result.at("rows").at(0).at("settings").at("precision"), "int32");
  expect_success("bench histogram-runs --scene 1000 --precision fp32 --variant simd --repeat 1 --json b.json");
  EXPECT_EQ(all(json_of(read_text(file("b.json"))), "precision"), std::set<json>{"fp32"});
}

TEST_F(Suites, Int32IsRefusedByWhoDoesNotTakeIt) {
  for (const char* arguments : {"bench cpu-schedules --precision int32", "bench mandelbrot --precision int32",
                                "render mandelbrot --precision int32 --out a.png"}) {
    expect_refused(arguments, "precision: mandelbrot does not take int32 (fp32 or fp64)");
  }
  expect_refused("bench histogram --precision int8", "int32");
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

/// With what a row of a suite with theory has.
heteroscope::ResultRow predicted(const char* scene, double expected_ms, double first_ms, double ms) {
  heteroscope::ResultRow out = row("a", scene, ms, ms, ms);
  Data to(out.data);
  to.add("threads", "threads", "how many", std::int64_t{1});
  to.add("predicted_ms", "predicted", "ms", Hint::time, "a time", expected_ms);
  to.add("first_ms", "first", "ms", Hint::time, "a time", first_ms);
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

TEST(Claims, OfProportion) {
  const Claim claim{
      .text = "a follows", .where = "here", .fast = pattern("a"), .factor = 0.99, .of = ClaimOf::proportion};
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 10), predicted("m", 2, 0, 20), predicted("l", 4, 0, 40)}),
            Verdict::holds);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 40), predicted("m", 2, 0, 10), predicted("l", 4, 0, 20)}),
            Verdict::does_not);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 0, 10), predicted("m", 2, 0, 20)}), Verdict::unknown) << "two points";
}

TEST(Claims, OfFirstRuns) {
  const Claim claim{
      .text = "first is slow", .where = "here", .fast = pattern("a"), .factor = 1.5, .of = ClaimOf::first_runs};
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 3, 1), predicted("m", 2, 4, 2), predicted("l", 4, 4, 4)}),
            Verdict::holds);
  EXPECT_EQ(verdict(claim, {predicted("s", 1, 3, 1), predicted("m", 2, 2, 2), predicted("l", 4, 4, 4)}),
            Verdict::does_not);
  EXPECT_EQ(verdict(claim, {}), Verdict::unknown);
}

TEST(Claims, OfDifferences) {
  const Claim claim{.text = "a differs", .where = "here", .fast = pattern("a"), .of = ClaimOf::differences};
  const auto compared = [](std::int64_t differing) {
    heteroscope::ResultRow out = row("a", "s", 1, 1, 1);
    Data to(out.data);
    to.add("differing_values", "differing", "values", differing);
    to.add("compared_values", "values", "values", std::int64_t{10});
    return out;
  };
  EXPECT_EQ(verdict(claim, {compared(0)}), Verdict::does_not);
  EXPECT_EQ(verdict(claim, {compared(0), compared(3)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {row("a", "s", 1, 1, 1)}), Verdict::unknown);
}

TEST(Claims, OfOnePrecision) {
  const auto of = [](const char* precision, double ms) {
    heteroscope::ResultRow out = row("a", "s", ms, ms, ms);
    Data(out.data).add("precision", "precision", "a word", std::string(precision));
    return out;
  };
  Claim claim{"fp32 is faster", "here", pattern("a"), pattern("a")};
  claim.fast.precision = "fp32";
  claim.slow.precision = "fp64";
  EXPECT_EQ(verdict(claim, {of("fp32", 1), of("fp64", 2)}), Verdict::holds);
  EXPECT_EQ(verdict(claim, {of("fp32", 2), of("fp64", 1)}), Verdict::does_not);
}

TEST(Theory, CorrelationIsPearsons) {
  const std::vector<double> a{1, 2, 3, 4, 5};
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{2, 4, 6, 8, 10}), 1);
  EXPECT_DOUBLE_EQ(correlation(a, std::vector<double>{5, 4, 3, 2, 1}), -1);
  EXPECT_NEAR(correlation(a, std::vector<double>{2, 1, 4, 3, 5}), 0.8, 1e-12);  // 1 - 6 · 4 / (5 · 24), by ranks
  EXPECT_EQ(correlation(a, std::vector<double>(5, 3.0)), 0);
}

TEST(Theory, ThePeakHasAsManyUnitsAsAreNextToWhatWasMeasured) {
  const Peak peak = peak_of(3e9, 4, 8, 2.2e10);
  EXPECT_EQ(peak.units, 2);
  EXPECT_EQ(peak.flop_per_cycle(), 16);
  EXPECT_DOUBLE_EQ(peak.flop_per_s(), 8 * 3e9 * 16);
  EXPECT_EQ(peak_of(3e9, 4, 8, 1e9).units, 1) << "none has less than one";
}

TEST(Theory, ThePublishedTimesFollowThePublishedPredictions) {
  const Suite& theory = **std::ranges::find(suites(), "cpu-theory", &Suite::id);
  const std::vector<Proportion> all = proportions(*theory.published);
  ASSERT_EQ(all.size(), 6U);  // three machines, on one core and on all
  for (const Proportion& each : all) {
    EXPECT_EQ(each.points, 6U) << each.machine;
    EXPECT_GT(each.correlation, 0.999) << each.machine;
    EXPECT_LE(each.least, 1);
    EXPECT_GE(each.most, 1);
  }
  // "la única excepción podría ser el Ryzen, particularmente el multihilo"
  EXPECT_EQ(all[3].machine, "Ryzen");
  EXPECT_GT(all[3].most / all[3].least, all[1].most / all[1].least);
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
