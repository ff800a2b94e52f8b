// The search for actions, in the real program.
#include <chrono>
#include <thread>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class ActionSearchWindow : public DrivenWindow {
 protected:
  bool writes_npy(std::size_t more) {
    return wait_for([&] { return program().exports(".npy").size() == more; });
  }
};

TEST_F(ActionSearchWindow, WordsAndEnterAClickOrEsc) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("ctrl+shift+p");
  program().type("numpy");
  program().key("Return");
  EXPECT_TRUE(writes_npy(1)) << program().words();

  program().key("ctrl+shift+p");
  program().type("numpy");
  // keys are taken a few a frame, the mouse at once: the list has to be short before the click
  std::this_thread::sleep_for(std::chrono::seconds(1));
  click({500, 132});  // the only line
  EXPECT_TRUE(writes_npy(2)) << "a click";

  program().key("ctrl+shift+p");
  program().type("numpy");
  program().key("Escape");
  program().key("ctrl+n");
  EXPECT_TRUE(writes_npy(3)) << "closed without doing anything; then by its key";
  EXPECT_TRUE(program().exported()) << "letters are the window's again";
}

}  // namespace
}  // namespace heteroscope
