#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "app/analysis/claims/beside.hpp"
#include "app/analysis/claims/judged.hpp"
#include "app/analysis/claims/published_rows.hpp"
#include "app/analysis/claims/row_pattern.hpp"
#include "app/analysis/reading.hpp"
#include "kernels/suites.hpp"

/// What published conclusions come to by the figures that were published with them.
namespace heteroscope {
namespace {

Judged judged(const char* suite_id, const char* machine, std::string_view text) {
  const Suite& suite = *find_suite(suite_id);
  const std::vector<Claim>& claims = published_of(suite)->claims;
  const auto claim = std::ranges::find_if(claims, [&](const Claim& each) { return each.text.starts_with(text); });
  EXPECT_NE(claim, claims.end()) << text;
  return judge(*claim, published_result(suite, machine));
}

Verdict verdict(const char* suite_id, const char* machine, std::string_view text) {
  return judged(suite_id, machine, text).verdict;
}

TEST(PublishedVerdicts, FlatRecursiveWinsInThirtyOfFiftyOneCells) {
  const Judged k40c = judged("triangle", "Tesla K40c", "flat recursive is the winner");
  const Judged gtx = judged("triangle", "GTX 960", "flat recursive is the winner");
  EXPECT_EQ(k40c.verdict, Verdict::does_not);
  EXPECT_EQ(gtx.verdict, Verdict::does_not);
  EXPECT_NE(k40c.why.find("of 27 combinations"), std::string::npos) << k40c.why;
  EXPECT_NE(gtx.why.find("of 24 combinations"), std::string::npos) << gtx.why;
  int lost = 0;
  for (const Judged* each : {&k40c, &gtx}) {
    const std::string word = "slower in ";
    lost += std::stoi(each->why.substr(each->why.find(word) + word.size()));
  }
  EXPECT_EQ(lost, 21) << k40c.why << '\n' << gtx.why;
}

/// "En gran parte de la ejecución" of the Tesla K40c: from 1024 on, in 6 of 9 sizes; on the GTX 960 in none.
TEST(PublishedVerdicts, BoundingBoxIsSecondInMostSizesOfOneCard) {
  const Judged k40c = judged("triangle", "Tesla K40c", "bounding box is second");
  EXPECT_EQ(k40c.verdict, Verdict::holds);
  EXPECT_NE(k40c.why.find("in 6 of 9 combinations"), std::string::npos) << k40c.why;
  const Judged gtx = judged("triangle", "GTX 960", "bounding box is second");
  EXPECT_EQ(gtx.verdict, Verdict::does_not);
  EXPECT_NE(gtx.why.find("in 0 of 8 combinations"), std::string::npos) << gtx.why;
}

/// Two equal times leave a conclusion open, and are somebody's all the same.
TEST(PublishedVerdicts, NameTheMachineThatLeavesAConclusionOpen) {
  for (const JudgedByPublished& each : judged_by_published(*find_suite("gpu-memory")))
    EXPECT_EQ(each.machine, "GTX 1660 Ti") << each.judged.claim->text;
  int open = 0;
  for (const JudgedByPublished& each : judged_by_published(*find_suite("cpu-schedules"))) {
    if (each.judged.verdict != Verdict::unknown) continue;
    EXPECT_EQ(each.machine, "") << "no machine has times of guided";
    ++open;
  }
  EXPECT_EQ(open, 1);
  for (const JudgedByPublished& each : judged_by_published(*find_suite("heat-blocks"))) {
    EXPECT_EQ(each.machine, "");
    EXPECT_EQ(each.judged.why, "no figures were published");
  }
}

/// Its table 6 has dynamic first; by its table 3 collapse is.
TEST(PublishedVerdicts, TheRyzensTableContradictsItsAverages) {
  EXPECT_EQ(verdict("cpu-schedules", "Ryzen", "dynamic has the best"), Verdict::holds);
  EXPECT_EQ(verdict("cpu-schedules", "Ryzen", "dynamic has a better"), Verdict::does_not);
  EXPECT_EQ(verdict("cpu-schedules", "Ryzen", "tasks are the slowest"), Verdict::holds);
  EXPECT_EQ(verdict("cpu-schedules", "Ryzen", "tasks hardly beat"), Verdict::holds);
  EXPECT_EQ(verdict("cpu-schedules", "i3", "tasks hardly beat"), Verdict::does_not);
  EXPECT_EQ(verdict("cpu-schedules", "i3", "guided gains nothing"), Verdict::unknown) << "it has no times of guided";
}

/// "La única excepción de ello podría ser el Ryzen." The claim lets a quotient be 1.45 times the mean of all: the seed
/// takes its Xeons' times for proportional, of which one is 1.35 times the mean, and one of the Ryzen's is 1.53 times.
TEST(PublishedVerdicts, TheRyzenIsTheExceptionFromTheProportion) {
  for (const char* of : {"times are proportional to the predicted ones, on one thread",
                         "times are proportional to the predicted ones, on several threads"}) {
    EXPECT_EQ(verdict("cpu-theory", "i3", of), Verdict::holds) << of;
    EXPECT_EQ(verdict("cpu-theory", "Xeon", of), Verdict::holds) << of;
    EXPECT_EQ(verdict("cpu-theory", "Ryzen", of), Verdict::does_not) << of;
  }
  EXPECT_EQ(verdict("cpu-theory", "i3", "the first run is slower"), Verdict::unknown);
}

/// By whole calls at 10240, of another card than the text's.
TEST(PublishedVerdicts, OfMemories) {
  const auto of = [](std::string_view text) { return verdict("gpu-memory", "GTX 1660 Ti", text); };
  EXPECT_EQ(of("memories differ little in 1-D: managed"), Verdict::holds);
  EXPECT_EQ(of("memories differ little in 1-D: pinned"), Verdict::holds);
  EXPECT_EQ(of("managed memory is the fastest in 1-D"), Verdict::does_not) << "5.04 s beside 5.03 s";
  EXPECT_EQ(of("in 2-D managed memory is slower than pinned"), Verdict::does_not) << "5.04 s beside 5.22 s";
  EXPECT_EQ(of("in 2-D device memory is the fastest"), Verdict::holds);
  EXPECT_EQ(of("2-D is faster than 1-D in pinned memory"), Verdict::unknown) << "both take 5.22 s";
}

TEST(PublishedVerdicts, OfTheOthers) {
  for (const char* than : {"0.7", "0.8", "0.85"}) {
    EXPECT_EQ(verdict("split-search", "GTX 1050 Ti", fmt::format("0.825 is the best share: better than {}", than)),
              Verdict::holds);
  }
  EXPECT_EQ(verdict("split-search", "GTX 1050 Ti", "0.825 is the best share: better than 0.9"), Verdict::does_not)
      << "4.98 s at 0.9";
  EXPECT_EQ(verdict("histogram-runs", "seed 002", "the first program's time grows exponentially"), Verdict::does_not);
  EXPECT_EQ(verdict("histogram-runs", "seed 002", "the second program is faster"), Verdict::holds);
  EXPECT_EQ(verdict("transpose-tiles", "Tesla P100", "shared memory is more than twice"), Verdict::holds);
  EXPECT_EQ(verdict("transpose-tiles", "Tesla P100", "all versions use 100 %"), Verdict::holds);
  EXPECT_EQ(verdict("blur-masks", "Tesla P100", "the larger the mask"), Verdict::holds);
}

TEST(PublishedVerdicts, RowsHaveAllFigures) {
  for (const Suite* suite : suites()) {
    std::size_t figures = 0;
    for (const std::string_view machine : published_machines(*suite)) {
      for (const ResultRow& row : published_result(*suite, machine).rows) {
        for (const PublishedFigure& each : published_figures(*suite)) {
          const bool same = each.machine == machine && fits(row, rows_beside(each)) && block_of(row) == each.block &&
                            row.text("memory") == each.memory;
          if (!same) continue;
          ++figures;
          EXPECT_EQ(row.number(each.id), each.value) << suite->id << ' ' << each.variant << ' ' << each.scene;
        }
      }
    }
    EXPECT_EQ(figures, published_figures(*suite).size()) << suite->id;
  }
}

}  // namespace
}  // namespace heteroscope
