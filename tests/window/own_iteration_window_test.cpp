// Variants of one's own of a workload that plays, in the real program: fault, mend, hang, mend.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "core/own/compile/cpu_compiler.hpp"
#include "kernels/registry.hpp"
#include "tests/command/heat_file.hpp"
#include "tests/window/driven_window.hpp"

namespace heteroscope {
namespace {

class OwnIterationWindow : public DrivenWindow {
 protected:
  void SetUp() override {
    DrivenWindow::SetUp();
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
    if (!words_are_read) GTEST_SKIP() << "skipped: words cannot be read off this ImGui's screen";
  }
  /// Saves a variant of heat, as an editor that writes a new file of the old name.
  void save(const std::string& body) {
    const std::filesystem::path beside = file().string() + ".new";
    std::ofstream(beside) << testing::heat_file(body);
    std::filesystem::rename(beside, file());
  }
  /// Starts with a right variant, which plays.
  void start_playing() {
    save(testing::plain_rows);
    // this process, which reads the settings of exported pictures, knows the variant, too
    if (find_workload(catalog(), "heat").stages.front().find("mine.cpp") == nullptr)
      own_variants().add(read_own_source(file(), catalog()));
    ASSERT_TRUE(program().start({file().string()})) << program().words();
    ASSERT_TRUE(steps_go_on()) << program().words();
  }
  /// Whether the next pictures have more and more steps.
  bool steps_go_on() {
    const std::int64_t before = steps();
    return before >= 0 && wait_for([&] { return steps() > before; });
  }
  /// Saves a right variant again, which differs from the ones before by a comment.
  void mend(const std::string& comment) { save(testing::plain_rows + (" // " + comment)); }
  /// What stands over a picture that the present save has not computed.
  static constexpr const char* mark = "the picture is an earlier save's";
  [[nodiscard]] bool shows(const std::string& text) {
    const std::vector<ShownWords> all = program().shown();
    return std::ranges::any_of(all, [&](const ShownWords& each) { return each.text.starts_with(text); });
  }

 private:
  std::filesystem::path file() { return program().folder() / "mine.cpp"; }
  /// The steps of the next export; -1 if there is none.
  std::int64_t steps() {
    const auto settings = program().exported();
    return settings ? settings->problem.steps : -1;
  }
};

TEST_F(OwnIterationWindow, TheSaveAfterOneThatFailsGoesOnPlaying) {
  ASSERT_NO_FATAL_FAILURE(start_playing());
  const std::string line = stopped_in("mine.cpp", testing::heat_body_line);
  for (const char* const time : {"once", "twice"}) {
    save(std::string("volatile int* nowhere = nullptr; *nowhere = 1; // ") + time);
    ASSERT_TRUE(words(line)) << program().words();
    EXPECT_TRUE(words(mark)) << program().words();
    mend(time);
    ASSERT_TRUE(wait_for([&] { return !shows(line) && !shows(mark); })) << program().words();
    EXPECT_TRUE(steps_go_on()) << program().words();
  }
}

/// The next save does not wait for the end of a frame that an earlier one computes, which may never come.
TEST_F(OwnIterationWindow, TheSaveAfterOneThatHangsComputesAtOnce) {
  program().set("HETEROSCOPE_OWN_LIMIT", "100000");
  ASSERT_NO_FATAL_FAILURE(start_playing());
  save("for (volatile bool on = true; on;) {}");
  ASSERT_TRUE(wait_for([&] { return shows("computing "); })) << program().words();
  mend("mended");
  EXPECT_TRUE(steps_go_on()) << program().words();
}

/// Its steps wait for a file, so that it is seen what stands there while it catches up.
TEST_F(OwnIterationWindow, ThePictureIsMarkedWhileASaveTakesAllStepsAgain) {
  program().set("HETEROSCOPE_OWN_LIMIT", "100000");
  ASSERT_NO_FATAL_FAILURE(start_playing());
  const std::filesystem::path go = program().folder() / "go";
  save("while (access(\"" + go.string() + "\", F_OK) != 0) usleep(1000); " + testing::plain_rows);
  EXPECT_TRUE(words(std::string(mark) + "; the present save recomputes all steps")) << program().words();
  EXPECT_TRUE(words("earlier save")) << "beside the step: " << program().words();
  std::ofstream(go) << "";
  EXPECT_TRUE(wait_for([&] { return !shows(mark) && !shows("earlier save"); })) << program().words();
  EXPECT_TRUE(steps_go_on()) << program().words();
}

/// A row on the plate's edge is 0 from the steps before, whether it is written or not.
TEST_F(OwnIterationWindow, AComparisonTellsWhatIsOnlyRightByWhatWasInMemory) {
  ASSERT_NO_FATAL_FAILURE(start_playing());
  program().key("d");
  EXPECT_TRUE(words("equal to the reference: no pixel differs")) << program().words();
  save(testing::rows_without_a_late_edge);
  EXPECT_TRUE(words("right only by chance: ")) << program().words();
}

/// It ends where step after step finds a NaN in its place, as happens only where that is put there.
TEST_F(OwnIterationWindow, AComparisonStaysWhereWhatIsNotWrittenCannotBeLookedFor) {
  ASSERT_NO_FATAL_FAILURE(start_playing());
  program().key("d");
  save(std::string("static int found = 0;"
                   " if (step.rows.begin == 0) found = step.out(0, 0) != step.out(0, 0) ? found + 1 : 0;"
                   " if (found > 6) abort(); ") +
       testing::plain_rows);
  EXPECT_TRUE(words("equal to the reference: no pixel differs; it cannot be checked")) << program().words();
  EXPECT_TRUE(steps_go_on()) << program().words();
}

}  // namespace
}  // namespace heteroscope
