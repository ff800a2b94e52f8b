// How few clicks it takes, from a start, to reach what a teacher or a student comes for, in the real program.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "core/io/png/png.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class MouseWindow : public DrivenWindow {
 protected:
  void begin(const std::vector<std::string>& arguments = {}) {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    ASSERT_TRUE(program().start(arguments)) << program().words();
  }
  /// A click on those words, which is counted.
  void press(const std::string& text, const std::string& window = {}) {
    ASSERT_TRUE(click_words(text, window)) << text << "\n" << program().words();
    ++clicks_;
  }
  /// A click that is taken, which is counted; one on a button that is gray for a moment does nothing.
  template <class Taken>
  void press_until(const std::string& text, const std::string& window, Taken taken) {
    ASSERT_NO_FATAL_FAILURE(press(text, window));
    for (int i = 0; i < 6 && !wait_for(taken, seconds(10)); ++i) click_words(text, window);
    ASSERT_TRUE(taken()) << text << "\n" << program().words();
  }
  /// Whether the bench's page has words that begin so at this moment.
  [[nodiscard]] bool shows(const std::string& beginning) {
    return std::ranges::any_of(program().shown(), [&](const ShownWords& each) {
      return each.window.find("##bench") != std::string::npos && each.text.starts_with(beginning);
    });
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

/// The heading under the mouse would unfold its lines again.
TEST_F(MouseWindow, EscClosesTheMenuWhileTheMouseIsOnAHeading) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(press("Menu"));
  const auto heading = words("Learn", "##Popup");
  ASSERT_TRUE(heading) << program().words();
  program().move(heading->x(), heading->y());
  ASSERT_TRUE(words("Lessons", "##Menu")) << program().words();
  program().key("Escape");
  const auto is_open = [&] {
    return std::ranges::any_of(program().shown(), [](const ShownWords& each) {
      return each.window.find("##Popup") != std::string::npos || each.window.find("##Menu") != std::string::npos;
    });
  };
  EXPECT_TRUE(wait_for([&] { return !is_open(); })) << program().words();
  program().draw_frames(3);
  EXPECT_FALSE(is_open()) << "it stays closed";
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

TEST_F(MouseWindow, FourClicksOpenTheReportOfABench) {
  const testing::NotedOpener opener = put_opener();
  // four variants that take little time, each on one thread
  Settings small = default_settings(find_workload(catalog(), "transpose"));
  small.problem.source.id = "gradient";
  small.execution.threads = 1;
  ASSERT_NO_FATAL_FAILURE(begin({saved(small)}));
  ASSERT_NO_FATAL_FAILURE(choose("Measure", "Bench"));
  ASSERT_NO_FATAL_FAILURE(press_until("Start", "##bench", [&] { return shows("Stop") || shows("transpose: "); }));
  ASSERT_TRUE(wait_for([&] { return shows("transpose: "); }, seconds(200))) << program().words();
  ASSERT_NO_FATAL_FAILURE(press_until("Open report", "##bench", [&] { return opener.opened().ends_with(".html"); }));
  EXPECT_LE(clicks(), 4);
}

TEST_F(MouseWindow, ThreeClicksShowConflictsOfSharedBesidePaddedTiles) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(choose("Learn", "Bank conflicts"));
  ASSERT_NO_FATAL_FAILURE(press("GPU, 32 words per row", "##lessons"));
  ASSERT_TRUE(words("Back to the lesson", "##trying")) << program().words();
  program().move(660, 400);  // a cell of the picture
  EXPECT_TRUE(words("cuda_shared", "##lens0")) << program().words();
  EXPECT_TRUE(words("cuda_shared_padded", "##lens0")) << program().words();
  EXPECT_LE(clicks(), 3);
}

TEST_F(MouseWindow, ThreeClicksBlurAPhotograph) {
  const std::filesystem::path photograph = program().folder() / "photograph.png";
  write_png(photograph.string(), {{40, 30}, Pixels(40 * 30, 0xff4080c0U)}, {});
  // the dialog begins in the folder in which the program was started
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(program().folder());
  begin();
  std::filesystem::current_path(before);
  if (IsSkipped() || HasFatalFailure()) return;
  ASSERT_NO_FATAL_FAILURE(choose("File", "Open a picture"));
  ASSERT_NO_FATAL_FAILURE(press("photograph.png", "##open"));
  ASSERT_TRUE(words("Gaussian blur", "##top")) << program().words();
  const auto now = program().exported();
  ASSERT_TRUE(now) << program().words();
  EXPECT_EQ(now->problem.workload, "blur");
  EXPECT_EQ(now->problem.source.file, photograph);
  EXPECT_LE(clicks(), 3);
}

TEST_F(MouseWindow, TheDialogForFilesIsClosedAsItIsOpened) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(choose("File", "Open a picture"));
  ASSERT_NO_FATAL_FAILURE(press("Close", "##open"));
  EXPECT_TRUE(wait_for([&] {
    return std::ranges::none_of(program().shown(), [](const ShownWords& each) { return each.window == "##open"; });
  })) << program().words();
}

TEST_F(MouseWindow, TwoClicksSaveAGraphClean) {
  ASSERT_NO_FATAL_FAILURE(begin());
  ASSERT_NO_FATAL_FAILURE(press("save", "/times_"));
  ASSERT_NO_FATAL_FAILURE(press("SVG", "##Popup"));
  EXPECT_TRUE(wait_for([&] { return !program().exports(".svg").empty(); })) << program().words();
  EXPECT_EQ(clicks(), 2);
}

}  // namespace
}  // namespace heteroscope
