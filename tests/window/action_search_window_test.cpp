// The search for actions, in the real program.
#include <iterator>
#include <set>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ActionSearchWindow : public DrivenWindow {
 protected:
  /// Actions that are listed.
  std::ptrdiff_t lines() {
    std::set<int> out;
    for (const ShownWords& each : program().shown()) {
      if (each.window.find("##found") != std::string::npos) out.insert(each.top / 8);
    }
    return std::ssize(out);
  }
  bool writes_npy(std::size_t more) {
    return wait_for([&] { return program().exports(".npy").size() == more; });
  }
};

TEST_F(ActionSearchWindow, WordsAndEnterAClickOrEsc) {
  if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+p");
  program().type("numpy");
  program().key("Return");
  EXPECT_TRUE(writes_npy(1)) << program().words();

  program().key("ctrl+shift+p");
  program().type("numpy");
  // keys are taken a few a frame, the mouse at once: the list has to be short before the click
  ASSERT_TRUE(wait_for([&] { return lines() == 1; })) << program().words();
  ASSERT_TRUE(click_words("export the values", "##found")) << program().words();
  EXPECT_TRUE(writes_npy(2)) << "a click";

  program().key("ctrl+shift+p");
  program().type("numpy");
  program().key("Escape");
  program().key("ctrl+n");
  EXPECT_TRUE(writes_npy(3)) << "closed without doing anything; then by its key";
  EXPECT_TRUE(program().exported()) << "letters are the window's again";

  program().key("ctrl+shift+p");
  ASSERT_TRUE(wait_for([&] { return lines() > 1; })) << program().words();
  click(At{60, 650});
  EXPECT_TRUE(wait_for([&] { return lines() == 0; })) << "a click beside it";
}

}  // namespace
}  // namespace heteroscope
