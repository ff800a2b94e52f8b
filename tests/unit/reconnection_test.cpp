#include "core/link/reconnection.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/base/error.hpp"
#include "core/worker/run_messages.hpp"
#include "tests/unit/set_variable.hpp"

namespace heteroscope {
namespace {

std::vector<double> pauses_of(double patience_s) {
  std::vector<double> out;
  Reconnection again(patience_s);
  while (const auto pause_s = again.next_s()) out.push_back(*pause_s);
  return out;
}

TEST(Reconnection, PausesGrowAndLastAsLongAsPatienceInAll) {
  EXPECT_EQ(pauses_of(10), (std::vector<double>{1, 2, 4, 3}));
  EXPECT_EQ(pauses_of(100), (std::vector<double>{1, 2, 4, 8, 16, 32, 37}));
  EXPECT_EQ(pauses_of(130), (std::vector<double>{1, 2, 4, 8, 16, 32, 60, 7}));
  EXPECT_EQ(pauses_of(0.25), std::vector<double>{0.25});
}

TEST(Reconnection, PatienceIsTheVariables) {
  testing::SetVariable variable(link_patience_variable, "2.5");
  EXPECT_EQ(link_patience_s(), 2.5);
  variable.set("soon");
  EXPECT_THROW((void)link_patience_s(), BadInput);
  variable.set({});
  EXPECT_EQ(link_patience_s(), 600);
}

TEST(Reconnection, ARestEndsWhereSomebodyAsks) {
  EXPECT_FALSE(sleep_unless(1e9, [] { return true; }));
  EXPECT_TRUE(sleep_unless(0, [] { return false; }));
}

TEST(Reconnection, PausesPassWhereNobodyWaitsForAClock) {
  const PausesPass pass;
  EXPECT_TRUE(sleep_unless(1e9, [] { return false; }));
  EXPECT_FALSE(sleep_unless(60, [] { return true; }));
  EXPECT_EQ(pass.passed_s(), 1e9 + 60);
}

TEST(RetryLostLinks, IsSaidForAsLongAsOneLives) {
  EXPECT_FALSE(RetryLostLinks::here());
  {
    const RetryLostLinks outer;
    { const RetryLostLinks inner; }
    EXPECT_TRUE(RetryLostLinks::here());
  }
  EXPECT_FALSE(RetryLostLinks::here());
}

TEST(RunNames, AreNoWayToAnotherFolder) {
  EXPECT_TRUE(is_run_name("0123abcd"));
  for (const char* const wrong : {"", "0123abc", "0123abcde", "../../ab", "0123ABCD", "/etc/abc"})
    EXPECT_FALSE(is_run_name(wrong)) << wrong;
}

}  // namespace
}  // namespace heteroscope
