#include <gtest/gtest.h>

#include "core/balance/sharing.hpp"

/// Whether several GPUs are worth it.
namespace heteroscope {
namespace {

TEST(SharingAdvice, IsGivenWhereBringingRowsTogetherTakesWhatComputingSaves) {
  EXPECT_EQ(advice_against_sharing({.alone_ms = 8, .together_ms = 2, .merge_ms = 4}), "") << "6 ms instead of 8";
  EXPECT_EQ(advice_against_sharing({.alone_ms = 2, .together_ms = 0.5, .merge_ms = 0}), "")
      << "nothing was brought together";
  EXPECT_EQ(advice_against_sharing({.alone_ms = 2, .together_ms = 0.5, .merge_ms = 1.55}), "")
      << "within the doubt of what one would take";
  const std::string said = advice_against_sharing(
      {.alone_ms = 1.95, .together_ms = 0.6, .merge_ms = 21.5, .sent_bytes = 8.6e9, .sending_ms = 22});
  EXPECT_NE(said.find("22.10 ms, 21.50 ms of them for bringing rows together (8.6 GB at 391 GB/s)"), std::string::npos)
      << said;
  EXPECT_NE(said.find("alone would take about 1.95 ms; --split auto"), std::string::npos) << said;
}

}  // namespace
}  // namespace heteroscope
