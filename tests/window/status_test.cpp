// What is said over the picture, laid out without a display.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "app/window/features/compare/overlay.hpp"
#include "core/own/source/own_source.hpp"
#include "core/run/iteration/told_steps.hpp"
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
    return shows("computing ") && shows(making);
  }
  /// Whether words that begin so were drawn last.
  static bool shows(const std::string& text) {
    const std::vector<DrawnWords> words = drawn_words();
    return std::ranges::any_of(words, [&](const DrawnWords& each) { return each.text.starts_with(text); });
  }
  /// Whether a line that begins so stands over the picture, or is said in the panels.
  bool says(const std::string& text) {
    sheet_.draw({1280, 720});
    return shows(text);
  }
  /// The picture that is there is one of a save of a person's file before the present one.
  void take_earlier_save() {
    static const OwnSource file{.path = "mine.cpp", .source = SourceText("mine.cpp", "")};
    static Variant earlier;
    earlier.own = &file;
    earlier.own_id = "mine.cpp";
    Frame out = *sheet_.view().frame;
    for (PlannedStage& each : out.plan.stages) each.cpu = &earlier;
    sheet_.view().frame = std::make_shared<const Frame>(std::move(out));
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

TEST_F(StatusWords, APictureOfAnEarlierSaveIsMarkedUntilThePresentOneHasOne) {
  const std::string mark = "the picture is an earlier save's";
  EXPECT_FALSE(says(mark));
  take_earlier_save();
  EXPECT_TRUE(says(mark)) << "as after a save that fails";
  EXPECT_TRUE(says("earlier save")) << "beside the step";
  EXPECT_TRUE(says("no picture of this save")) << "in the plots of the run";
  sheet_.view().progress.busy = true;
  sheet_.view().busy_since_s = sheet_.view().earlier_since_s.emplace(sheet_.ui().now_s - 0.1);
  EXPECT_FALSE(says(mark)) << "it comes within a moment";
  sheet_.view().earlier_since_s = sheet_.ui().now_s - 2;
  EXPECT_TRUE(says(mark + "; the present save recomputes all steps")) << "also where something else is asked for anew";
  sheet_.view().progress.busy = false;
  sheet_.compute();
  EXPECT_FALSE(says(mark));
  EXPECT_FALSE(says("earlier save"));
  EXPECT_FALSE(says("no picture of this save"));
}

/// What the comparison of the sheet's picture with its reference says.
class ComparisonWords : public StatusWords {
 protected:
  void SetUp() override {
    sheet_.choose(find_workload(catalog(), "laplace"));
    sheet_.ui().now_s = 100;
    comparison().with = CompareWith::reference;
    comparison().other = sheet_.view().frame;
    comparison().result = CompareResult{};
    comparison().result_is_current = true;
  }
  Comparison& comparison() { return sheet_.model().comparison; }
  std::string text() { return compare_text(sheet_.ui(), sheet_.model()); }
};

TEST_F(ComparisonWords, AreNotThoseOfAnEarlierPictureForLong) {
  EXPECT_EQ(text(), "equal to the reference: no pixel differs");
  comparison().earlier_since_s = sheet_.ui().now_s - 0.1;
  EXPECT_EQ(text(), "equal to the reference: no pixel differs") << "what plays is compared anew at each step";
  comparison().earlier_since_s = sheet_.ui().now_s - 1;
  EXPECT_EQ(text(), "comparing with the reference …");
}

TEST_F(ComparisonWords, TellWhetherAllIsWrittenBesideTheResult) {
  const std::string equal = "equal to the reference: no pixel differs";
  comparison().written.waits_since_s = sheet_.ui().now_s - 0.1;
  EXPECT_EQ(text(), equal);
  EXPECT_FALSE(comparison().is_finished());
  comparison().written.waits_since_s = sheet_.ui().now_s - 1;
  EXPECT_EQ(text(), equal + "; checking that every value is written …");
  comparison().written = {.unwritten = 0, .why_not = "not checked: no memory", .waits_since_s = {}};
  EXPECT_EQ(text(), equal + "; not checked: no memory") << "the comparison itself stays";
  EXPECT_TRUE(comparison().is_finished());
  comparison().written = {.unwritten = 9, .why_not = {}, .waits_since_s = {}};
  EXPECT_EQ(text(), "right only by chance: 9 pixels are not written, or are computed from memory that was not written");
  comparison().written.unwritten = 1;
  EXPECT_EQ(text(), "right only by chance: 1 pixel is not written, or is computed from memory that was not written");
}

/// As after a crash: the process that had the state is gone.
TEST_F(StatusWords, StepsThatAreTakenAgainAreSaidWithThePicturesStep) {
  const std::string line = "recomputing all steps; the picture shows step 3";
  sheet_.model().edit()->problem.steps = 3;
  sheet_.compute();
  sheet_.model().edit()->problem.steps = 4;
  sheet_.view().progress.busy = true;
  sheet_.view().progress.making = steps_that_go_on;
  sheet_.view().busy_since_s = sheet_.ui().now_s - 2;
  EXPECT_FALSE(says(line));
  sheet_.view().progress.making = steps_from_start;
  EXPECT_TRUE(says(line));
  sheet_.model().edit()->problem.steps = 2;
  EXPECT_FALSE(says(line)) << "an earlier step is taken from the start in any case";
}

/// Of the top bar the words that do not change: "frame" before a time, the precision, the device.
class TopBarWords : public StatusWords {
 protected:
  /// The words of the bar in a window of that width.
  std::vector<DrawnWords> bar(int width) {
    sheet_.draw({width, 720});
    std::vector<DrawnWords> words = drawn_words();
    std::erase_if(words, [](const DrawnWords& each) { return each.window != "##top"; });
    return words;
  }
  bool shows(int width, const std::string& begin) {
    return std::ranges::any_of(bar(width), [&](const DrawnWords& each) { return each.text.starts_with(begin); });
  }
};

TEST_F(TopBarWords, LeaveInTheOrderOfWhatTheyAreWorth) {
  EXPECT_TRUE(shows(1280, "frame ") && shows(1280, "fp64"));
  int without_frame = 0;
  for (int width = 1280; width > 560; width -= 8) {
    if (shows(width, "frame ")) continue;
    ++without_frame;
    EXPECT_FALSE(shows(width, "fp64")) << width;
  }
  EXPECT_GT(without_frame, 0);
}

TEST_F(TopBarWords, EachSaysWhatItIs) {
  for (const auto& [begin, help] : {std::pair{"frame ", "from its start to the screen"}, {"fp64", "The precision"}}) {
    ImGui::GetIO().MousePos = {-1, -1};
    for (const DrawnWords& each : bar(1280)) {
      if (each.text.starts_with(begin)) ImGui::GetIO().MousePos = {each.low.x + 4, each.low.y + 6};
    }
    std::string said;
    for (int i = 0; i < 4; ++i) {
      sheet_.ui().now_s += 1;
      sheet_.draw({1280, 720});
    }
    for (const DrawnWords& each : drawn_words()) {
      if (each.window.starts_with("##Tooltip")) said += each.text + ' ';
    }
    EXPECT_NE(said.find(help), std::string::npos) << begin << ": " << said;
  }
}

}  // namespace
}  // namespace heteroscope
