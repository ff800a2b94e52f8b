// A window whose picture a machine elsewhere computes, which is this program at the other end of a pipe: what is shown
// while the link is lost, and once it is there again.
#include <algorithm>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>

#include "app/files/machines_file.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class MachineWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
    DrivenWindow::SetUp();
  }
  /// Opens the window on settings that name the machine. As long as there is a file `down`, the machine is not there.
  void start_there() {
    const testing::SetVariable config("XDG_CONFIG_HOME", program().folder() / "config");
    keep_machine({.name = "there",
                  .via = "test ! -e '" + down().string() + "' || exit 1; echo $$ > '" + process().string() +
                         "'; exec '" HETEROSCOPE_WATCHED "' worker"});
    Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
    settings.execution.machine = "there";
    const auto file = program().folder() / "there.json";
    std::ofstream(file) << to_json(settings, catalog());
    ASSERT_TRUE(program().start({file.string()})) << program().words();
  }
  [[nodiscard]] std::filesystem::path down() { return program().folder() / "down"; }
  [[nodiscard]] std::filesystem::path process() { return program().folder() / "process"; }
  void end_worker() {
    pid_t id = 0;
    std::ifstream(process()) >> id;
    ASSERT_GT(id, 1);
    EXPECT_EQ(kill(id, SIGKILL), 0);
  }
  bool shows(const std::string& part) {
    return std::ranges::any_of(program().shown(),
                               [&](const ShownWords& each) { return each.text.find(part) != std::string::npos; });
  }
};

TEST_F(MachineWindow, KeepsItsPictureAndSettingsWhileTheLinkIsLostAndGoesOn) {
  ASSERT_NO_FATAL_FAILURE(start_there());
  ASSERT_TRUE(words("there: round trip")) << program().words();
  const Color before = program().pixel(400, 120);
  EXPECT_NE(before, (Color{0, 0, 0})) << "outside of the set";
  std::ofstream(down()) << "";
  ASSERT_NO_FATAL_FAILURE(end_worker());
  program().key("bracketright");  // another limit of iterations, in the same view
  EXPECT_TRUE(wait_for([&] { return shows("trying again"); })) << program().words();
  EXPECT_EQ(program().pixel(400, 120), before) << "the last picture";
  std::filesystem::remove(down());
  EXPECT_TRUE(wait_for([&] { return !shows("trying again"); })) << program().words();
  EXPECT_TRUE(words("there: round trip")) << program().words();
  const auto settings = program().exported();
  ASSERT_TRUE(settings) << program().words();
  EXPECT_EQ(settings->execution.machine, "there");
}

}  // namespace
}  // namespace heteroscope
