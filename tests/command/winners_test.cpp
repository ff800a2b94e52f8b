// What a ranking says of its first place.
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/analysis/tables/row_table.hpp"
#include "app/text/document.hpp"
#include "tests/command/made_up_rows.hpp"

namespace heteroscope {
namespace {

/// The times of some files, each known to half a percent.
Bench handed_in(const std::vector<std::pair<std::string, double>>& times) {
  std::vector<made_up::MadeUp> rows;
  for (const auto& [name, ms] : times)
    rows.push_back({.workload = "heat", .scene = "large", .variant = name, .ms = ms});
  Bench out = made_up::bench_of(rows);
  out.ranked = true;
  return out;
}

std::string told_of(const Bench& bench) {
  return markdown(row_table(made_up::result_of(bench)));
}

bool says(const Bench& bench, const std::string& sentence) {
  return told_of(bench).find(sentence) != std::string::npos;
}

TEST(Winners, AreNamedWithHowMuchFasterTheyAre) {
  const Bench bench = handed_in({{"carl.cpp", 1.3}, {"anna.cpp", 1}, {"ben.cpp", 2}});
  EXPECT_TRUE(says(bench, "anna.cpp is fastest, 1.3 times as fast as carl.cpp (95 %: 1.29 to 1.31)."))
      << told_of(bench);
}

TEST(Winners, AreATieWhereNeitherIsKnownToBeFaster) {
  const Bench two = handed_in({{"carl.cpp", 1.002}, {"anna.cpp", 1}, {"ben.cpp", 2}});
  EXPECT_TRUE(says(two, "anna.cpp and carl.cpp are a tie: neither is known to be faster.")) << told_of(two);
  const Bench three = handed_in({{"carl.cpp", 1.002}, {"anna.cpp", 1}, {"ben.cpp", 1.003}});
  EXPECT_TRUE(says(three, "anna.cpp, carl.cpp and ben.cpp are a tie: none is known to be the fastest."))
      << told_of(three);
}

TEST(Winners, AreNotSureWithTooFewRuns) {
  Bench bench = handed_in({{"carl.cpp", 1.3}, {"anna.cpp", 1}});
  for (BenchRow& each : bench.rows) each.interval = std::nullopt;
  EXPECT_TRUE(
      says(bench, "anna.cpp is fastest by its median, 1.3 times as fast as carl.cpp, measured with too few runs"))
      << told_of(bench);
}

TEST(Winners, AreToldOfEachProblem) {
  Bench bench = handed_in({{"carl.cpp", 1.3}, {"anna.cpp", 1}, {"carl.cpp", 2}, {"anna.cpp", 4}});
  for (std::size_t i = 2; i < bench.rows.size(); ++i) bench.rows[i].what.scene = "small";
  EXPECT_TRUE(says(bench, "large, fp32: anna.cpp is fastest, 1.3 times as fast as carl.cpp")) << told_of(bench);
  EXPECT_TRUE(says(bench, "small, fp32: carl.cpp is fastest, 2 times as fast as anna.cpp")) << told_of(bench);
}

TEST(Winners, AreNoneOfOneFileOfMarkedRowsOrWithoutARanking) {
  EXPECT_FALSE(says(handed_in({{"anna.cpp", 1}}), "anna.cpp is"));
  Bench bench = handed_in({{"carl.cpp", 1.3}, {"anna.cpp", 1}});
  bench.ranked = false;
  EXPECT_FALSE(says(bench, "is fastest")) << told_of(bench);
  bench.ranked = true;
  bench.rows[1].others.cpu = 0.5;
  EXPECT_FALSE(says(bench, "is fastest")) << told_of(bench);
}

}  // namespace
}  // namespace heteroscope
