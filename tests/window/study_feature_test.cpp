// A study under way ends with its page. Without a display.
#include "app/window/features/study/study_feature.hpp"

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "app/window/look/fonts.hpp"
#include "tests/watched/drawn_words.hpp"
#include "tests/window/bare_context.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

std::atomic<int> begun{0};
std::atomic<int> ended{0};

/// Ends only once it is given up.
std::vector<Study> endless(const Waiter& waiter) {
  ++begun;
  while (!waiter.asked()) std::this_thread::yield();
  ++ended;
  return {};
}

class StudyPage : public ::testing::Test {
 protected:
  StudyPage() {
    begun = 0;
    ended = 0;
    parts_.ui.fonts = load_fonts(1);
    context_.make_letters();
    workload_.id = "studied";
    workload_.study = ErrorStudy{.make = endless};
    parts_.model.workload = &workload_;
  }
  void draw() {
    ImGui::GetIO().DeltaTime = 1.0F / 60;
    ImGui::NewFrame();
    OverlaySpace space;
    space.room = {{0, 0}, {800, 600}};
    feature_.overlay(parts_.all(), space);
    ImGui::Render();
  }
  /// Clicks a button of the page.
  void click(const std::string& label) {
    draw();
    const std::vector<DrawnWords> all = drawn_words();
    const auto found = std::ranges::find(all, label, &DrawnWords::text);
    ASSERT_NE(found, all.end()) << label;
    ImGui::GetIO().MousePos = {found->low.x + 2, found->low.y + 4};
    draw();
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw();
    }
    draw();
  }

  Workload workload_;
  WindowParts parts_;
  StudyFeature feature_;

 private:
  BareContext context_{{800, 600}};
};

TEST_F(StudyPage, EndsTheStudyWhenItIsClosedAndBeginsAnewWhenItIsOpened) {
  feature_.open(parts_.all());
  draw();
  ASSERT_TRUE(wait_for([] { return begun == 1; }));
  feature_.close();
  ASSERT_TRUE(wait_for([] { return ended == 1; }));
  feature_.open(parts_.all());
  draw();
  EXPECT_EQ(feature_.result(), nullptr) << "nothing of what was given up";
  ASSERT_TRUE(wait_for([] { return begun == 2; }));
}

TEST_F(StudyPage, StopsTheStudyUntilItIsWantedAgain) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  feature_.open(parts_.all());
  draw();
  ASSERT_TRUE(wait_for([] { return begun == 1; }));
  ASSERT_NO_FATAL_FAILURE(click("Stop"));
  ASSERT_TRUE(wait_for([] { return ended == 1; }));
  EXPECT_FALSE(feature_.activity(parts_.all()).busy);
  feature_.close();
  feature_.open(parts_.all());
  draw();
  EXPECT_FALSE(feature_.activity(parts_.all()).busy) << "it stays stopped";
  ASSERT_NO_FATAL_FAILURE(click("Measure again"));
  ASSERT_TRUE(wait_for([] { return begun == 2; }));
}

}  // namespace
}  // namespace heteroscope
