#include <gtest/gtest.h>

#include "core/balance/sharing.hpp"

/// Whether several GPUs are worth it.
namespace heteroscope {
namespace {

TEST(SharingAdvice, IsGivenWhereBringingRowsTogetherTakesWhatComputingSaves) {
  EXPECT_EQ(advice_against_sharing(8, 2, 4), "") << "6 ms instead of 8";
  EXPECT_EQ(advice_against_sharing(2, 0.5, 0), "") << "nothing was brought together";
  EXPECT_EQ(advice_against_sharing(2, 0.5, 1.55), "") << "within the doubt of what one would take";
  const std::string said = advice_against_sharing(1.95, 0.6, 21.5);
  EXPECT_NE(said.find("22.10 ms, 21.50 ms of them for bringing rows together"), std::string::npos) << said;
  EXPECT_NE(said.find("alone would take about 1.95 ms; --split auto"), std::string::npos) << said;
}

}  // namespace
}  // namespace heteroscope
