// How few clicks it takes, from a start, to reach what a teacher or a student comes for, in the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class MouseWindow : public DrivenWindow {
 protected:
  void begin() {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    ASSERT_TRUE(program().start()) << program().words();
  }
  /// A click on those words, which is counted.
  void press(const std::string& text, const std::string& window = {}) {
    ASSERT_TRUE(click_words(text, window)) << text << "\n" << program().words();
    ++clicks_;
  }
  /// One click opens the menu, one takes the entry: what is between unfolds where the mouse is.
  void choose(const std::string& heading, const std::string& entry) {
    ASSERT_NO_FATAL_FAILURE(press("Menu"));
    const auto at = words(heading, "##Popup");
    ASSERT_TRUE(at) << program().words();
    program().move(at->x(), at->y());
    ASSERT_NO_FATAL_FAILURE(press(entry, "##Menu"));
  }
  [[nodiscard]] int clicks() const { return clicks_; }

 private:
  int clicks_ = 0;
};

TEST_F(MouseWindow, TwoClicksOpenTheLessons) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(choose("Learn", "Lessons"));
  EXPECT_TRUE(words("Static or dynamic: who computes which rows?", "##lessons")) << program().words();
  EXPECT_LE(clicks(), 2);
}

TEST_F(MouseWindow, TwoClicksPresent) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(choose("Window", "Present"));
  EXPECT_TRUE(wait_for([&] {
    const auto now = program().exported();
    return now && now->problem.size.width >= whole_window.width;
  })) << program().words();
  EXPECT_LE(clicks(), 2);
}

TEST_F(MouseWindow, OneClickShowsWhichThreadComputedWhat) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(press("Show who computes what"));
  EXPECT_TRUE(words("thread 0")) << program().words();
  EXPECT_EQ(clicks(), 1);
}

}  // namespace
}  // namespace heteroscope
