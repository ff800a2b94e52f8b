// Seeded faults of a variant of one's own in the real program, each followed by a right save.
#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "core/own/compile/cpu_compiler.hpp"
#include "kernels/registry.hpp"
#include "tests/own/fault_files.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class OwnFaultsWindow : public DrivenWindow, public ::testing::WithParamInterface<unsigned> {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  void start_right() {
    save(testing::good_file(false));
    // this process, which reads the settings of exported pictures, knows the variant, too
    own_variants().add(read_own_source(file(), catalog()));
    ASSERT_NO_FATAL_FAILURE(start({file().string()}));
    ASSERT_EQ(initial().execution.variants.at("threshold").cpu, "mine.cpp");
    colors_ = colors();
  }
  /// Draws a fault, which comes ahead of the picture or behind it, and mends it.
  void fault_and_mend(std::mt19937_64& random) {
    const std::vector<testing::FaultKind> kinds = testing::cpu_fault_kinds();
    const testing::FaultKind& kind = kinds[random() % kinds.size()];
    const bool behind = random() % 2 == 1;
    SCOPED_TRACE(kind.id + (behind ? ", behind the picture" : ", ahead of the picture"));
    const std::string number = "// " + std::to_string(++saves_) + "\n";
    save(testing::faulty_file(kind, false, behind, 0) + number);
    ASSERT_TRUE(wait_for([&] { return tells(kind.words); })) << program().words();
    EXPECT_TRUE(shows_picture()) << "the last picture is kept";
    save(testing::good_file(false) + number);
    ASSERT_TRUE(wait_for([&] { return !tells(""); })) << program().words();
    EXPECT_TRUE(shows_picture()) << program().words();
  }
  void expect_all_as_it_was() {
    EXPECT_TRUE(program().running());
    const auto settings = program().exported();
    ASSERT_TRUE(settings) << program().words();
    EXPECT_EQ(settings->problem, initial().problem);
    EXPECT_EQ(settings->execution, initial().execution);
  }

 private:
  using Colors = std::array<std::array<int, 3>, 4>;

  std::filesystem::path file() { return program().folder() / "mine.cpp"; }
  /// As an editor that writes a new file of the old name.
  void save(const std::string& text) {
    const std::filesystem::path beside = file().string() + ".new";
    std::ofstream(beside) << text;
    std::filesystem::rename(beside, file());
  }
  /// Beside the messages.
  Colors colors() {
    return {program().pixel(60, 400), program().pixel(1220, 400), program().pixel(100, 330),
            program().pixel(1180, 330)};
  }
  bool shows_picture() {
    return wait_for([&] { return colors() == colors_; });
  }
  /// The window says with these words that the file is faulty; they may be broken into several lines.
  bool tells(const std::string& words) {
    std::string all;
    bool names_it = false;
    for (const ShownWords& each : program().shown()) {
      names_it = names_it || each.text.starts_with("mine.cpp:");
      all += each.text + ' ';
    }
    return names_it && all.find(words) != std::string::npos;
  }

  Colors colors_{};
  int saves_ = 0;
};

TEST_P(OwnFaultsWindow, LeaveThePictureTheSettingsAndTheWindow) {
  ASSERT_NO_FATAL_FAILURE(start_right());
  std::mt19937_64 random(GetParam());
  for (int i = 0; i < 5; ++i) ASSERT_NO_FATAL_FAILURE(fault_and_mend(random));
  expect_all_as_it_was();
}

// of these each kind of fault is drawn
INSTANTIATE_TEST_SUITE_P(Seeds, OwnFaultsWindow, ::testing::Values(1U, 5U, 13U, 14U));

}  // namespace
}  // namespace heteroscope
