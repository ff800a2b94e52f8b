#include "app/analysis/cliffs.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/command/made_up_rows.hpp"
#include "tests/command/program.hpp"

/// Cliffs: the judgement, and `compare --cliffs`.
namespace heteroscope::testing {
namespace {

/// Known to a thousandth.
Rung rung(double ms, double need) {
  return {"a rung", ms, 0.999 * ms, 1.001 * ms, need};
}

TEST(Cliffs, AreNoneWhereTimeFollowsNeed) {
  const std::vector<Rung> even{rung(1, 1), rung(1.9, 2), rung(4.4, 4)};
  EXPECT_TRUE(cliffs_in(even, {1.3}).empty());
  // what every launch takes makes small problems dear, and is no cliff
  const std::vector<Rung> small{rung(0.01, 0.001), rung(0.011, 0.002), rung(0.05, 0.03)};
  EXPECT_TRUE(cliffs_in(small, {1.3}).empty());
  EXPECT_TRUE(cliffs_in({}, {1.3}).empty());
  EXPECT_TRUE(cliffs_in(std::vector{rung(1, 1)}, {1.3}).empty());
}

TEST(Cliffs, AreStepsUpward) {
  const std::vector<Rung> step{rung(1, 1), rung(2, 2), rung(6, 3), rung(8, 4)};
  const std::vector<Cliff> found = cliffs_in(step, {1.3});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 2U);
  EXPECT_EQ(found[0].beside, 1U);
  EXPECT_EQ(found[0].kind, CliffKind::steep);
  EXPECT_NEAR(found[0].factor, 2, 0.01);
  EXPECT_TRUE(cliffs_in(step, {2.1}).empty());
}

TEST(Cliffs, AreProblemsThatNeedLessAndTakeLonger) {
  // as cuda_fused's radius 8 was beside radius 16
  const std::vector<Rung> peak{rung(0.241, 0.126), rung(0.35, 0.127), rung(0.335, 0.136), rung(0.5, 0.2)};
  const std::vector<Cliff> found = cliffs_in(peak, {1.5});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 1U);
  EXPECT_EQ(found[0].beside, 2U);
  EXPECT_EQ(found[0].kind, CliffKind::inverted);
  EXPECT_NEAR(found[0].factor, 1.045, 0.01);
}

TEST(Cliffs, AreNoneWhereTheOtherProblemHasFewerOperations) {
  // as few bodies: the copy of a few bytes, which is their need, takes what a launch takes
  std::vector<Rung> bodies{rung(0.09, 0.0076), rung(0.15, 0.0070)};
  EXPECT_EQ(cliffs_in(bodies, {5}).size(), 1U);
  bodies[0].operations = 264'196;
  bodies[1].operations = 1'044'484;
  EXPECT_TRUE(cliffs_in(bodies, {5}).empty());
}

TEST(Cliffs, StandOnEitherSideWhereNeedsAreEqual) {
  const std::vector<Rung> odd{rung(1, 1), rung(1.5, 1.001), rung(1, 1.002)};
  const std::vector<Cliff> found = cliffs_in(odd, {1.3});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 1U);
  const std::vector<Rung> first{rung(1.5, 1), rung(1, 1)};
  ASSERT_EQ(cliffs_in(first, {1.3}).size(), 1U);
  EXPECT_EQ(cliffs_in(first, {1.3})[0].at, 0U);
}

TEST(Cliffs, OfRisingLaddersAreAlsoLaterOnesThatTakeLess) {
  const std::vector<Rung> radii{rung(1, 1), rung(1.1, 1), rung(1.2, 1), rung(1.1, 1)};
  EXPECT_TRUE(cliffs_in(radii, {1.3, false}).empty());
  const std::vector<Cliff> found = cliffs_in(radii, {1.3, true});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].at, 2U);
  EXPECT_EQ(found[0].beside, 3U);
  EXPECT_EQ(found[0].kind, CliffKind::inverted);
}

TEST(Cliffs, AreNoneWithinTheIntervals) {
  const std::vector<Rung> doubtful{{"a", 1, 0.9, 1.2, 1}, {"b", 1.5, 1.3, 1.7, 1}};
  EXPECT_TRUE(cliffs_in(doubtful, {1.3}).empty());
}

/// A row of the same problem that takes so long.
heteroscope::Result measured(double ms, double others = 0) {
  return made_up::result_of(
      made_up::bench_of({{.workload = "transpose", .scene = "one", .variant = "simd", .ms = ms, .others = others}}));
}

TEST(Cliffs, AreOfTheRowsOfAVariant) {
  std::vector<Ladder> ladders;
  add_rungs(ladders, "a.json", measured(1));
  add_rungs(ladders, "b.json", measured(1.4));
  add_rungs(ladders, "c.json", measured(5, 0.5));
  ASSERT_EQ(ladders.size(), 1U);
  EXPECT_EQ(ladders[0].of, "fp32 cpu simd");
  ASSERT_EQ(ladders[0].rungs.size(), 2U);
  EXPECT_NEAR(ladders[0].rungs[0].need, ladders[0].rungs[1].need, 1e-9 * ladders[0].rungs[0].need);
  EXPECT_EQ(ladders[0].undecided, std::vector<std::string>{"c.json"});
  EXPECT_EQ(cliffs_in(ladders[0].rungs, {1.3}).size(), 1U);
  EXPECT_THROW(add_rungs(ladders, "a.json", measured(1)), BadInput);
}

class CompareCliffs : public Program {
 protected:
  void write(const std::string& name, double ms) const { write_text(file(name), result_json(measured(ms))); }
};

TEST_F(CompareCliffs, AreShownAndEndWithCode1) {
  write("a.json", 1);
  write("b.json", 1.1);
  write("c.json", 2);
  const std::string even = expect_success("compare a.json b.json --cliffs 1.3").out;
  EXPECT_NE(even.find("0 cliffs in 2 rungs of 1 ladder"), std::string::npos) << even;
  const auto steep = run("compare a.json b.json c.json --cliffs 1.3");
  EXPECT_EQ(steep.code, 1);
  EXPECT_NE(steep.out.find("c.json"), std::string::npos) << steep.out;
  EXPECT_NE(steep.out.find("1 cliff in 3 rungs of 1 ladder"), std::string::npos) << steep.out;
}

TEST_F(CompareCliffs, RefusesWhatItDoesNotDo) {
  write("a.json", 1);
  write("b.json", 1);
  expect_refused("compare a.json b.json --cliffs 1", "--cliffs");
  expect_refused("compare a.json b.json --cliffs 1.3 --csv -",
                 "--cliffs prints a table of its own, without --fail-if-slower, --markdown and --csv");
  expect_refused("compare a.json b.json --rising", "--rising is for --cliffs");
}

}  // namespace
}  // namespace heteroscope::testing
