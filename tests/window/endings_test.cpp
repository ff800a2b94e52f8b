// What the window keeps, however it ends, and what it makes of what was kept.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>

#include <algorithm>
#include <fstream>
#include <iterator>

#include "app/window/features/files/remember.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class Endings : public DrivenWindow {
 protected:
  /// Changes the settings, so that there is something to keep, and says to what.
  Values changed() {
    program().key("bracketright");
    const auto settings = program().exported();
    return settings ? settings->problem.parameters : Values{};
  }

  void expect_remembered(const Values& parameters) {
    const Recollection found = load_memory(program().memory(), catalog());
    EXPECT_EQ(found.trouble, "");
    ASSERT_TRUE(found.memory.settings) << program().words();
    EXPECT_EQ(found.memory.settings->problem.parameters, parameters);
    EXPECT_NE(parameters, initial().problem.parameters);
  }

  /// A start with something at the place of the state.
  void expect_start() {
    ASSERT_TRUE(program().start()) << program().words();
    EXPECT_TRUE(program().exported()) << program().words();
    program().key("bracketright");
    program().key("ctrl+q");
    const auto ended = program().wait_end();
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->code, 0) << ended->output;
    EXPECT_EQ(load_memory(program().memory(), catalog()).trouble, "");
  }
};

TEST_F(Endings, SignalsCloseItAndTheStateIsKept) {
  for (const int number : {SIGTERM, SIGHUP, SIGINT}) {
    SCOPED_TRACE(number);
    ASSERT_NO_FATAL_FAILURE(start());
    const Values parameters = changed();
    program().signal(number);
    const auto ended = program().wait_end();
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->code, 0) << ended->output;
    expect_remembered(parameters);
  }
}

TEST_F(Endings, TheDisplaysEndIsSaidInALineAndTheStateIsKept) {
  ASSERT_NO_FATAL_FAILURE(start());
  const Values parameters = changed();
  program().end_display();
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 2) << ended->output;
  EXPECT_EQ(ended->output,
            "heteroscope: the display is gone: the X server has ended or closed the connection; the window's settings "
            "return at the next start\n");
  expect_remembered(parameters);
}

TEST_F(Endings, TheDisplaysEndWhileItDraws) {
  ASSERT_NO_FATAL_FAILURE(start());
  program().key("r");
  const Values parameters = changed();
  program().end_display();
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 2) << ended->output;
  EXPECT_TRUE(ended->output.starts_with("heteroscope: the display is gone")) << ended->output;
  EXPECT_EQ(std::ranges::count(ended->output, '\n'), 1) << ended->output;
  expect_remembered(parameters);
}

TEST_F(Endings, AStateThatCannotBeKeptIsSaid) {
  const std::filesystem::path folder = program().memory().parent_path();
  std::filesystem::create_directories(folder.parent_path());
  std::ofstream(folder) << "no folder";
  ASSERT_NO_FATAL_FAILURE(start());
  changed();
  program().signal(SIGTERM);
  const auto ended = program().wait_end();
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->code, 2) << ended->output;
  EXPECT_EQ(ended->output, "heteroscope: the window's settings could not be saved: cannot write " +
                               program().memory().string() + ": Not a directory\n");
}

TEST_F(Endings, ADamagedStateIsKeptAside) {
  std::filesystem::create_directories(program().memory().parent_path());
  std::ofstream(program().memory()) << std::string(100000, '[');
  ASSERT_NO_FATAL_FAILURE(expect_start());
  std::ifstream file(program().memory().string() + ".damaged");
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), std::string(100000, '['));
}

TEST_F(Endings, APipeForAStateIsNotWaitedFor) {
  std::filesystem::create_directories(program().memory().parent_path());
  ASSERT_EQ(mkfifo(program().memory().c_str(), 0600), 0);
  ASSERT_NO_FATAL_FAILURE(expect_start());
}

}  // namespace
}  // namespace heteroscope
