// How far the comparison of a save with the reference is. The saves compute in a worker of this program.
#include "app/window/features/own/save_check.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

#include "core/base/given_up.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variants.hpp"
#include "kernels/registry.hpp"
#include "tests/command/heat_file.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/transpose_text.hpp"

namespace heteroscope {
namespace {

constexpr std::chrono::hours time_for_all{1};

class SaveChecks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  /// A transpose with these elements; its text alone is taken, and no file is read.
  static const OwnVariant& saved(const std::string& name, const std::string& element) {
    return own_variants().add("/nowhere/" + name, testing::transpose_text(element));
  }
  /// Each time that it is told, one case more agrees, or one is left out.
  static void expect_steps(const std::vector<SaveCheck>& told) {
    ASSERT_FALSE(told.empty());
    EXPECT_EQ(told.front().compared, 0);
    for (std::size_t i = 1; i < told.size(); ++i) {
      const int more = told[i].compared - told[i - 1].compared;
      const int left_out = told[i - 1].cases - told[i].cases;
      EXPECT_GE(more, 0);
      EXPECT_GE(left_out, 0);
      EXPECT_EQ(more + left_out, 1);
    }
  }

 private:
  testing::TemporaryFolder folder_;
  testing::SetVariable cache_{"XDG_CACHE_HOME", folder_.path()};
};

TEST_F(SaveChecks, AgreeInOneCaseAfterTheOtherUntilAllDo) {
  const OwnVariant& save = saved("checked_right.cpp", "image.in(x, y)");
  std::vector<SaveCheck> told;
  const SaveCheck end = checked_save(
      save, {}, [&](const SaveCheck& so_far) { told.push_back(so_far); }, time_for_all);
  EXPECT_EQ(end.wrong, "");
  EXPECT_EQ(end.variant, &save);
  EXPECT_GT(end.cases, 1);
  EXPECT_EQ(end.compared, end.cases);
  expect_steps(told);
  EXPECT_EQ(told.back().compared, end.compared);
}

TEST_F(SaveChecks, EndWithTheFirstCaseThatDiffers) {
  const OwnVariant& save = saved("checked_wrong.cpp", "static_cast<float>(image.in(x, y))");
  std::vector<SaveCheck> told;
  const SaveCheck end = checked_save(
      save, {}, [&](const SaveCheck& so_far) { told.push_back(so_far); }, time_for_all);
  EXPECT_TRUE(end.wrong.starts_with("checked_wrong.cpp: in a small case of \"verify\" (fp64, ")) << end.wrong;
  EXPECT_NE(end.wrong.find(" × "), std::string::npos) << end.wrong;
  EXPECT_GT(end.compared, 0) << "those of fp32, which are among them from the first";
  EXPECT_LT(end.compared, end.cases);
  expect_steps(told);
  EXPECT_EQ(told.back().compared, end.compared);
}

TEST_F(SaveChecks, SayNothingMoreOnceTheyAreGivenUp) {
  const OwnVariant& save = saved("checked_given_up.cpp", "image.in(x, y)");
  std::stop_source stop;
  int told = 0;
  const auto note = [&](const SaveCheck& /*so_far*/) {
    ++told;
    stop.request_stop();
  };
  EXPECT_THROW(checked_save(save, stop.get_token(), note, time_for_all), GivenUp);
  EXPECT_EQ(told, 1);
}

TEST_F(SaveChecks, AreOfTheSaveThatIsMeantWhicheverHasItsPlace) {
  const OwnVariant& earlier = saved("checked_again.cpp", "image.in(x, y)");
  const OwnVariant& later = saved("checked_again.cpp", "T(0)");
  const auto note = [](const SaveCheck& /*so_far*/) {};
  const SaveCheck right = checked_save(earlier, {}, note, time_for_all);
  EXPECT_EQ(right.wrong, "");
  EXPECT_EQ(right.variant, &earlier);
  EXPECT_GT(right.compared, 0);
  EXPECT_NE(checked_save(later, {}, note, time_for_all).wrong, "");
}

TEST_F(SaveChecks, GoOnWhereAnotherSaveTakesTheirPlaceMeanwhile) {
  const OwnVariant& save = saved("checked_meanwhile.cpp", "image.in(x, y)");
  const auto note = [](const SaveCheck& /*so_far*/) { saved("checked_meanwhile.cpp", "T(0)"); };
  const SaveCheck end = checked_save(save, {}, note, time_for_all);
  EXPECT_EQ(end.wrong, "");
  EXPECT_EQ(end.compared, end.cases);
}

TEST(SaveCheck, ProgressIsSaidInCases) {
  EXPECT_EQ(progress_text({.compared = 5, .cases = 24}), "5 of 24 small cases so far");
  EXPECT_EQ(progress_text({.compared = 0, .cases = 1}), "0 of 1 small case so far");
}

/// What is wrong is wrong in another problem than the one that is shown.
TEST_F(SaveChecks, NameTheStepsOfTheCaseThatDiffers) {
  const OwnVariant& save = own_variants().add(
      "/nowhere/checked_steps.cpp", testing::heat_file("for (int y = step.rows.begin; y < step.rows.end; ++y)"
                                                       " for (int x = 0; x < step.width; ++x) step.out(x, y) = T(1);"));
  const SaveCheck end = checked_save(
      save, {}, [](const SaveCheck& /*so_far*/) {}, time_for_all);
  EXPECT_TRUE(end.wrong.starts_with("checked_steps.cpp: in a small case of \"verify\" (fp")) << end.wrong;
  const std::string problem = end.wrong.substr(0, end.wrong.find("): "));
  EXPECT_TRUE(problem.ends_with(" step") || problem.ends_with(" steps")) << end.wrong;
}

}  // namespace
}  // namespace heteroscope
