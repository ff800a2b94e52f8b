// How far the comparison of a save with the reference is. The saves compute in a worker of this program.
#include "app/bench/small_check.hpp"

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

class SmallChecks : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  /// A transpose with these elements; its text alone is taken, and no file is read.
  static const Variant& saved(const std::string& name, const std::string& element) {
    return own_variants().add("/nowhere/" + name, testing::transpose_text(element)).variant();
  }
  /// Each time that it is told, one case more agrees, or one is left out.
  static void expect_steps(const std::vector<SmallCheck>& told) {
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

TEST_F(SmallChecks, AgreeInOneCaseAfterTheOtherUntilAllDo) {
  const Variant& save = saved("checked_right.cpp", "image.in(x, y)");
  std::vector<SmallCheck> told;
  const SmallCheck end = checked_in_small_cases(
      save, {}, [&](const SmallCheck& so_far) { told.push_back(so_far); }, time_for_all);
  EXPECT_EQ(end.wrong, "");
  EXPECT_EQ(end.variant, &save);
  EXPECT_GT(end.cases, 1);
  EXPECT_EQ(end.compared, end.cases);
  expect_steps(told);
  EXPECT_EQ(told.back().compared, end.compared);
}

TEST_F(SmallChecks, EndWithTheFirstCaseThatDiffers) {
  const Variant& save = saved("checked_wrong.cpp", "static_cast<float>(image.in(x, y))");
  std::vector<SmallCheck> told;
  const SmallCheck end = checked_in_small_cases(
      save, {}, [&](const SmallCheck& so_far) { told.push_back(so_far); }, time_for_all);
  EXPECT_TRUE(end.wrong.starts_with("checked_wrong.cpp: in a small case of \"verify\" (fp64, ")) << end.wrong;
  EXPECT_NE(end.wrong.find(" × "), std::string::npos) << end.wrong;
  EXPECT_GT(end.compared, 0) << "those of fp32, which are among them from the first";
  EXPECT_LT(end.compared, end.cases);
  expect_steps(told);
  EXPECT_EQ(told.back().compared, end.compared);
}

TEST_F(SmallChecks, SayNothingMoreOnceTheyAreGivenUp) {
  const Variant& save = saved("checked_given_up.cpp", "image.in(x, y)");
  std::stop_source stop;
  int told = 0;
  const auto note = [&](const SmallCheck& /*so_far*/) {
    ++told;
    stop.request_stop();
  };
  EXPECT_THROW(checked_in_small_cases(save, stop.get_token(), note, time_for_all), GivenUp);
  EXPECT_EQ(told, 1);
}

TEST_F(SmallChecks, AreOfTheSaveThatIsMeantWhicheverHasItsPlace) {
  const Variant& earlier = saved("checked_again.cpp", "image.in(x, y)");
  const Variant& later = saved("checked_again.cpp", "T(0)");
  const auto note = [](const SmallCheck& /*so_far*/) {};
  const SmallCheck right = checked_in_small_cases(earlier, {}, note, time_for_all);
  EXPECT_EQ(right.wrong, "");
  EXPECT_EQ(right.variant, &earlier);
  EXPECT_GT(right.compared, 0);
  EXPECT_NE(checked_in_small_cases(later, {}, note, time_for_all).wrong, "");
}

TEST_F(SmallChecks, GoOnWhereAnotherSaveTakesTheirPlaceMeanwhile) {
  const Variant& save = saved("checked_meanwhile.cpp", "image.in(x, y)");
  const auto note = [](const SmallCheck& /*so_far*/) { saved("checked_meanwhile.cpp", "T(0)"); };
  const SmallCheck end = checked_in_small_cases(save, {}, note, time_for_all);
  EXPECT_EQ(end.wrong, "");
  EXPECT_EQ(end.compared, end.cases);
}

TEST(SmallCheck, ProgressIsSaidInCases) {
  EXPECT_EQ(progress_text({.compared = 5, .cases = 24}), "5 of 24 small cases so far");
  EXPECT_EQ(progress_text({.compared = 0, .cases = 1}), "0 of 1 small case so far");
}

/// What is wrong is wrong in another problem than the one that is shown.
TEST_F(SmallChecks, NameTheStepsOfTheCaseThatDiffers) {
  const Variant& save = own_variants()
                            .add("/nowhere/checked_steps.cpp",
                                 testing::heat_file("for (int y = step.rows.begin; y < step.rows.end; ++y)"
                                                    " for (int x = 0; x < step.width; ++x) step.out(x, y) = T(1);"))
                            .variant();
  const SmallCheck end = checked_in_small_cases(
      save, {}, [](const SmallCheck& /*so_far*/) {}, time_for_all);
  EXPECT_TRUE(end.wrong.starts_with("checked_steps.cpp: in a small case of \"verify\" (fp")) << end.wrong;
  const std::string problem = end.wrong.substr(0, end.wrong.find("): "));
  EXPECT_TRUE(problem.ends_with(" step") || problem.ends_with(" steps")) << end.wrong;
}

}  // namespace
}  // namespace heteroscope
