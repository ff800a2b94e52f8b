// What is said over the picture, laid out without a display.
#include <gtest/gtest.h>

#include "kernels/registry.hpp"
#include "tests/window/sheet.hpp"

namespace heteroscope {
namespace {

class StatusWords : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    sheet_.choose(find_workload(catalog(), "laplace"));
    sheet_.ui().now_s = 100;
  }
  /// Whether it is said that a picture is computed that was asked for so long ago.
  bool says_computing(double since_s, bool running, const std::string& making = {}) {
    sheet_.model().running = running;
    sheet_.view().progress.busy = true;
    sheet_.view().busy_since_s = sheet_.ui().now_s - since_s;
    sheet_.draw({1280, 720});
    const std::vector<DrawnWords> words = drawn_words();
    const auto are_there = [&](const std::string& text) {
      return std::ranges::any_of(words, [&](const DrawnWords& each) { return each.text.starts_with(text); });
    };
    return are_there("computing ") && are_there(making);
  }

  SheetWindow sheet_{1};
};

TEST_F(StatusWords, WhatTakesLongIsSaidToBeComputed) {
  EXPECT_FALSE(says_computing(0.1, false));
  EXPECT_TRUE(says_computing(0.5, false));
}

/// A run that is returned to computes all of its steps before it shows any.
TEST_F(StatusWords, AFrameOfARunThatTakesLongIsSaidToBeComputed) {
  EXPECT_FALSE(says_computing(0.5, true));
  EXPECT_TRUE(says_computing(2, true));
  sheet_.view().progress.making = "steps";
  sheet_.view().progress.making_share = 0.4;
  EXPECT_TRUE(says_computing(2, true, "steps, 40 %"));
}

}  // namespace
}  // namespace heteroscope
