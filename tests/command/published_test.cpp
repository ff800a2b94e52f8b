#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "app/analysis/claims/published.hpp"
#include "core/base/error.hpp"
#include "core/model/workload.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

/// What suites show beside their rows: against the sums and percentages that the seeds work out themselves.
namespace heteroscope {
namespace {

const Suite& suite(std::string_view id) {
  return **std::ranges::find(suites(), id, &Suite::id);
}

double figure(const Suite& of, std::string_view machine, std::string_view scene, std::string_view variant,
              BlockShape block = {}, std::string_view id = {}) {
  for (const PublishedFigure& each : published_of(of)->figures) {
    if (each.machine == machine && each.scene == scene && each.variant == variant && each.block == block &&
        (id.empty() || each.id == id))
      return each.value;
  }
  ADD_FAILURE() << machine << ' ' << scene << ' ' << variant;
  return 0;
}

TEST(PublishedFigures, AreOfRowsThatTheirSuitesHave) {
  for (const Suite* each : suites()) {
    const Published* const published = published_of(*each);
    if (published == nullptr) continue;
    SCOPED_TRACE(each->id);
    const Workload& workload = find_workload(catalog(), each->workload);
    for (const PublishedFigure& of : published->figures) {
      const bool known_scene = each->scenes.empty()
                                   ? of.scene == each->id
                                   : std::ranges::find(each->scenes, of.scene, &SuiteScene::id) != each->scenes.end();
      EXPECT_TRUE(known_scene) << of.scene;
      const std::string variant = of.variant.substr(of.variant.rfind(' ') + 1);
      EXPECT_NE(workload.stages.front().find(variant), nullptr) << of.variant;
      EXPECT_GT(of.value, 0);
      if (of.block != BlockShape{}) {
        EXPECT_NE(std::ranges::find(each->blocks, of.block), each->blocks.end());
      }
    }
  }
}

TEST(PublishedFigures, ClaimsAreAboutRowsThatTheirSuitesHave) {
  std::size_t claims = 0;
  for (const Suite* each : suites()) {
    if (published_of(*each) == nullptr) continue;
    SCOPED_TRACE(each->id);
    for (const auto& [text, where, claim] : published_of(*each)->claims) {
      ++claims;
      std::vector<std::string> variants = claim.others;
      for (const RowPattern& side : {claim.fast(), claim.slow()}) {
        if (!side.variant.empty()) variants.push_back(side.variant);  // else of what is not about times, or of a scene
        if (!side.scene.empty()) {
          EXPECT_NE(std::ranges::find(each->scenes, side.scene, &SuiteScene::id), each->scenes.end()) << text;
        }
      }
      for (const std::string& of : variants) {
        const std::string variant = of.substr(of.rfind(' ') + 1);
        const bool known = each->variants.empty() || std::ranges::find(each->variants, variant) != each->variants.end();
        EXPECT_TRUE(known) << text;
      }
      const bool of_figures = claim.kind == Statement::Kind::above || claim.kind == Statement::Kind::equals;
      if (claim.kind != Statement::Kind::straight_line && !of_figures) {
        EXPECT_GE(claim.factor, 1) << text;
      }
      EXPECT_FALSE(claim.of.is_beside() || claim.than.is_beside()) << text << ": a suite has no such figure";
      const bool of_times = claim.kind == Statement::Kind::times || claim.kind == Statement::Kind::averages;
      EXPECT_TRUE(of_times || of_figures == !claim.time().empty()) << text;
      const bool of_cells = claim.kind == Statement::Kind::everywhere || claim.kind == Statement::Kind::mostly;
      EXPECT_EQ(of_cells, !claim.others.empty()) << text;
      if (claim.kind == Statement::Kind::straight_line || claim.kind == Statement::Kind::exponential) {
        EXPECT_FALSE(each->axis.empty()) << text;
      }
    }
  }
  EXPECT_GT(claims, 15U);
}

/// Whatever is held against somebody's words says whose these are.
TEST(PublishedFigures, AreOfReportsThatAreNamed) {
  std::set<std::string> known;
  for (const auto& [report, published] : published_reports()) {
    EXPECT_FALSE(report.title.empty() || report.authors.empty() || report.kind.empty()) << report.id;
    EXPECT_EQ(line_of(report).find(", ,"), std::string::npos) << report.id;
    for (const Published& each : published) {
      EXPECT_TRUE(known.insert(each.suite).second) << each.suite << " stands twice";
      EXPECT_NE(std::ranges::find(suites(), each.suite, &Suite::id), suites().end()) << each.suite;
      EXPECT_EQ(each.source, &report) << each.suite;
      EXPECT_TRUE(each.title.empty() || each.title.starts_with('"' + report.title + '"')) << each.title;
      for (const Claim& claim : each.claims)
        EXPECT_FALSE(claim.where.empty() || claim.where.find(report.id) != std::string::npos) << claim.where;
    }
  }
}

/// A file of one suite, with these members of it.
PublishedReport read(const std::string& members) {
  return parse_published(R"({"report": {"id": "r", "title": "t", "authors": "a", "kind": "k"}, "suites": [{"suite": "s",
      "rows": {"a": {"variant": "va", "block": "8x4"}, "b": {"variant": "vb"}}, )" +
                             members + "}]}",
                         "r.json");
}

std::string refusal(const std::string& members) {
  try {
    read(members);
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return {};
}

TEST(PublishedFiles, HaveTablesByScenesAndByRows) {
  const Published by_scene =
      read(
          R"("tables": [{"table": "1", "machine": "m", "unit": "s", "columns": ["a", "b"], "lines": [["x", 2, null]]}])")
          .suites.front();
  ASSERT_EQ(by_scene.figures.size(), 1U);
  EXPECT_EQ(by_scene.figures.front().value, 2000);
  EXPECT_EQ(by_scene.figures.front().scene, "x");
  EXPECT_EQ(by_scene.figures.front().variant, "va");
  EXPECT_EQ(by_scene.figures.front().block, (BlockShape{8, 4}));
  const Published by_rows = read(R"("tables": [{"table": "1", "machine": "m", "unit": "us", "columns": [{"scene": "x"},
      {"scene": "y", "figures": ["p", "q"], "unit": "%"}], "lines": [["b", 3, 7]]}])")
                                .suites.front();
  ASSERT_EQ(by_rows.figures.size(), 3U);
  EXPECT_EQ(by_rows.figures[0].value, 0.003);
  EXPECT_EQ(by_rows.figures[0].id, "median_ms");
  EXPECT_EQ(by_rows.figures[2].value, 7);
  EXPECT_EQ(by_rows.figures[2].id, "q");
  EXPECT_EQ(by_rows.figures[2].scene, "y");
}

TEST(PublishedFiles, SayWhatIsWrongWithThem) {
  const auto wrong_if = [](const std::string& condition) {
    return refusal(R"("statements": [{"said": "s", "where": "w", "if": ")" + condition + R"("}])");
  };
  EXPECT_EQ(wrong_if("a faster than b"), "");
  EXPECT_NE(wrong_if("a faster than c").find("r.json: suites[0].statements[0].if: "), std::string::npos);
  EXPECT_NE(wrong_if("a faster than c").find("no row \"c\" (rows: a, b)"), std::string::npos);
  EXPECT_NE(wrong_if("a faster than b, c").find("no row \"c\""), std::string::npos);
  EXPECT_NE(wrong_if("a faster than b, a").find("'mostly' is missing"), std::string::npos);
  EXPECT_NE(wrong_if("a.whole_ms faster than b").find("different kinds of times cannot be compared"),
            std::string::npos);
  EXPECT_NE(wrong_if("differing:a/b faster than b").find("is not a time of rows"), std::string::npos);
  EXPECT_NE(wrong_if("a grows quickly").find("'linearly' is missing"), std::string::npos);
  const auto wrong_line = [](const std::string& line) {
    return refusal(R"("tables": [{"table": "1", "machine": "m", "columns": ["a"], "lines": [)" + line + "]}]");
  };
  EXPECT_EQ(wrong_line(R"(["x", 1])"), "");
  EXPECT_NE(wrong_line(R"(["x", 1, 2])").find("suites[0].tables[0].lines[0]: "), std::string::npos);
  EXPECT_NE(wrong_line(R"(["x", "1"])").find("not a number"), std::string::npos);
  EXPECT_NE(
      refusal(R"("tables": [{"table": "1", "machine": "m", "columns": ["c"], "lines": []}])").find("\"c\" is unknown"),
      std::string::npos);
  EXPECT_NE(refusal(R"("table": [])").find("suites[0].table: unknown key"), std::string::npos);
}

TEST(PublishedFigures, StagesAndSourcesExist) {
  for (const Suite* each : suites()) {
    SCOPED_TRACE(each->id);
    const Workload& workload = find_workload(catalog(), each->workload);
    if (each->stage.empty()) continue;
    EXPECT_NE(std::ranges::find(workload.stages, each->stage, &Stage::id), workload.stages.end());
  }
}

/// Seed 000's table 6 says otherwise; its table 3 gives these means.
TEST(PublishedFigures, TheRyzensSpeedUpsFollowFromItsTimes) {
  const Suite& schedules = suite("cpu-schedules");
  const auto mean_speedup = [&](std::string_view variant) {
    double sum = 0;
    for (const SuiteScene& each : schedules.scenes)
      sum += figure(schedules, "Ryzen", each.id, "sequential") / figure(schedules, "Ryzen", each.id, variant);
    return sum / static_cast<double>(schedules.scenes.size());
  };
  EXPECT_NEAR(mean_speedup("omp_tasks"), 1.40, 0.005);
  EXPECT_NEAR(mean_speedup("omp_static"), 6.05, 0.005);
  EXPECT_NEAR(mean_speedup("omp_collapse"), 7.50, 0.005);
  EXPECT_NEAR(mean_speedup("omp_dynamic"), 6.85, 0.005);
}

/// Function 1, as printed: 1 · 1 · sockets · cores · GHz · flop a cycle.
TEST(PublishedFigures, PeaksFollowFromTheirFactors) {
  const auto& peaks = published_of(suite("cpu-theory"))->peaks;
  ASSERT_EQ(peaks.size(), 3U);
  for (const PublishedPeak& each : peaks)
    EXPECT_NEAR(each.sockets * each.cores * each.ghz * each.flop_per_cycle, each.gflop_per_s, 1e-9) << each.machine;
  EXPECT_NEAR(1 / (peaks[0].gflop_per_s * 1e9), 2.01613e-11, 1e-16);  // table 1
  EXPECT_NEAR(2 / (peaks[0].gflop_per_s * 1e9), 4.0323e-11, 1e-15);
  EXPECT_NEAR(1 / (peaks[1].gflop_per_s * 1e9), 2.1701e-12, 1e-16);
  EXPECT_NEAR(8 / (peaks[1].gflop_per_s * 1e9), 1.7361e-11, 1e-15);  // where it prints E-12
  EXPECT_NEAR(1 / (peaks[2].gflop_per_s * 1e9), 6.5104e-12, 1e-16);
  EXPECT_NEAR(8 / (peaks[2].gflop_per_s * 1e9), 5.2083e-11, 1e-15);
}

/// Functions 4 and 5 with 500 iterations; the Ryzen's and the Xeons' printed times are a quarter of that.
TEST(PublishedFigures, PredictedTimesFollowFromThePeaks) {
  const Suite& theory = suite("cpu-theory");
  for (const PublishedPeak& each : published_of(theory)->peaks) {
    const int cores = each.sockets * each.cores;
    const double quarter = each.machine == "i3" ? 1 : 4;
    for (const SuiteScene& scene : theory.scenes) {
      const double flop = static_cast<double>(scene.size.area()) * (6 * 500 + 5);
      const double all_ms = flop / (each.gflop_per_s * 1e9) * 1e3 / quarter;
      const auto printed = [&](std::string_view variant) {
        return figure(theory, each.machine, scene.id, variant, {}, "predicted_ms");
      };
      EXPECT_NEAR(printed("omp_dynamic") / all_ms, 1, 0.006) << each.machine << ' ' << scene.id;
      EXPECT_NEAR(printed("sequential") / (all_ms * cores), 1, 0.006) << each.machine << ' ' << scene.id;
    }
  }
}

/// "una mejora en velocidad de 43,28 % … 80,70 %", and so on.
TEST(PublishedFigures, TheBlursPercentagesFollowFromTheirTimes) {
  const Suite& masks = suite("blur-masks");
  const auto gain = [&](std::string_view scene, std::string_view fast, std::string_view slow) {
    return 100 * (figure(masks, "Tesla P100", scene, slow) / figure(masks, "Tesla P100", scene, fast) - 1);
  };
  EXPECT_NEAR(gain("radius 2", "cuda_shared", "cuda_global"), 43.28, 0.01);
  EXPECT_NEAR(gain("radius 5", "cuda_shared", "cuda_global"), 80.70, 0.03);
  EXPECT_NEAR(gain("radius 2", "cuda_shared_restrict", "cuda_shared"), 0.57, 0.005);
  EXPECT_NEAR(gain("radius 5", "cuda_shared_restrict", "cuda_shared"), 1.91, 0.005);
  EXPECT_NEAR(gain("radius 2", "cuda_shared_constant", "cuda_shared"), -1.16, 0.005);
  EXPECT_NEAR(gain("radius 5", "cuda_shared_constant", "cuda_shared"), 47.82, 0.01);
}

/// Table 8's times at 10240x10240 beside the text's accelerations of the other card, and beside table 7.
TEST(PublishedFigures, WholeCallsAndSharedFramesAreThoseOfTableEight) {
  const Suite& memories = suite("gpu-memory");
  const auto flat_over_square = [&](std::string_view memory) {
    const auto of = [&](std::string_view variant) {
      const auto found = std::ranges::find_if(published_of(memories)->figures, [&](const PublishedFigure& each) {
        return each.scene == "10240" && each.variant == variant && each.memory == memory;
      });
      return found->value;
    };
    return of("cuda_1d") / of("cuda_2d");
  };
  EXPECT_NEAR(flat_over_square("device"), 1.07, 0.005);
  EXPECT_EQ(flat_over_square("pinned"), 1);
  EXPECT_EQ(flat_over_square("managed"), 1);
  const Suite& shares = suite("split-search");
  std::vector<double> all;
  for (const char* scene : {"0.825-1024", "0.825-2048", "0.825-4096", "0.825-8192", "0.825"})
    all.push_back(figure(shares, "GTX 1050 Ti", scene, "simd_tuned + cuda_1d"));
  EXPECT_EQ(all, (std::vector<double>{136, 308, 964, 3880, 6770}));
}

/// "el tiempo de ejecución aumenta de forma exponencial": its own times lie on a straight line.
TEST(PublishedFigures, TheFirstHistogramsTimesAreInProportionToTheSize) {
  const Suite& runs = suite("histogram-runs");
  const double of_eight = figure(runs, "seed 002", "8000000", "cuda_global_atomic", {}, "mean_ms");
  for (const auto& [scene, times] : {std::pair{"1000000", 8}, {"2000000", 4}, {"4000000", 2}}) {
    const double smaller = figure(runs, "seed 002", scene, "cuda_global_atomic", {}, "mean_ms");
    EXPECT_NEAR(of_eight / smaller / times, 1, 0.03) << scene;
  }
}

TEST(PublishedFigures, TheTilesTimesAreThoseOfTheSeedsWords) {
  const Suite& tiles = suite("transpose-tiles");
  // "entre los 25 - 45 μs", "ronda los 110 μs"
  EXPECT_NEAR(figure(tiles, "Tesla P100", tiles.id, "cuda_global", {32, 32}), 0.11, 0.001);
  for (const char* variant : {"cuda_shared", "cuda_shared_padded"}) {
    for (const BlockShape block : {BlockShape{16, 16}, BlockShape{32, 32}}) {
      EXPECT_GT(figure(tiles, "Tesla P100", tiles.id, variant, block), 0.025);
      EXPECT_LT(figure(tiles, "Tesla P100", tiles.id, variant, block), 0.045);
    }
  }
}

}  // namespace
}  // namespace heteroscope
