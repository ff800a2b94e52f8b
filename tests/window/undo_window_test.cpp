// Undo and redo, in the real program in a virtual display.
#include <gtest/gtest.h>

#include <thread>

#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class UndoWindow : public DrivenWindow {
 protected:
  Settings now() { return program().exported().value_or(Settings{}); }
  /// By the window's own clock changes that come within 0.7 s of each other are one: only a pause parts them, which
  /// begins when the window has shown the last one.
  void pause() {
    program().draw_frames(4);
    std::this_thread::sleep_for(std::chrono::milliseconds(1200));
  }
  void change(const std::string& key) {
    program().key(key);
    pause();
  }
};

TEST_F(UndoWindow, GoesBackThroughAllChangesAndForthAgain) {
  ASSERT_NO_FATAL_FAILURE(start());
  change("bracketright");
  const Settings detailed = now();
  EXPECT_EQ(detailed.problem.parameters.at("max_iterations"), 1000);
  program().move(600, 300);
  program().click(4);  // one, which is one change however slow the program is
  pause();
  const Settings zoomed = now();
  EXPECT_LT(zoomed.problem.parameters.at("span"), detailed.problem.parameters.at("span"));
  program().key("ctrl+z");
  EXPECT_EQ(now(), detailed);
  program().key("ctrl+z");
  EXPECT_EQ(now(), initial());
  program().key("ctrl+z");
  EXPECT_EQ(now(), initial()) << "nothing is left to undo";
  program().key("ctrl+shift+z");
  EXPECT_EQ(now(), detailed);
  program().key("ctrl+shift+z");
  EXPECT_EQ(now(), zoomed);
}

TEST_F(UndoWindow, BringsBackARunThatWasReset) {
  Settings heat = default_settings(find_workload(catalog(), "heat"));
  heat.problem.parameters["n"] = 65;
  heat.problem.steps = 40;
  heat.problem.strokes = {{.step = 0, .x = 0.5, .y = 0.5, .radius = 0.1, .amount = 1}};
  ASSERT_NO_FATAL_FAILURE(start({saved(heat)}));
  EXPECT_EQ(initial().problem.steps, 40);
  change("0");
  EXPECT_EQ(now().problem.steps, 0);
  EXPECT_TRUE(now().problem.strokes.empty());
  program().key("ctrl+z");
  EXPECT_EQ(now().problem.steps, 40);
  EXPECT_EQ(now().problem.strokes, heat.problem.strokes);
}

}  // namespace
}  // namespace heteroscope
