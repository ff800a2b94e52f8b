#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variant.hpp"
#include "core/run/compare.hpp"
#include "core/run/engine/engine.hpp"
#include "core/run/execute.hpp"
#include "core/run/iteration/told_steps.hpp"
#include "kernels/heat/parameters.hpp"
#include "kernels/registry.hpp"
#include "tests/command/heat_file.hpp"
#include "tests/eventually.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"

/// An iteration whose variant is a person's own, as the window plays it: how long its steps may take in the worker.
namespace heteroscope {
namespace {

using testing::eventually;

class OwnSteps : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  /// Takes that many steps with a variant whose function begins so; a frame that somebody may give up.
  std::optional<Frame> taken(const std::string& beginning, std::int64_t steps) {
    const std::string text = testing::heat_file(beginning + testing::plain_rows);
    static_cast<void>(own_variants().add(file_, text).compile());  // what the limit is not for
    const auto tell = [this](std::string_view what, double share) {
      if (what == steps_from_start) told_.push_back(share);
    };
    return Executor().execute(plan_of(steps),
                              InteractiveRun{.waiter = {.stop = nobody_.get_token(), .progress = tell}});
  }
  [[nodiscard]] Plan plan_of(std::int64_t steps) const {
    Settings settings = default_settings(find_workload(catalog(), "heat"));
    settings.problem.parameters["n"] = 9;
    settings.problem.steps = steps;
    settings.execution.processor = Processor::cpu;
    settings.execution.variants["advance"].cpu = file_.filename().string();
    Planned planned = plan(settings, catalog(), device::all());
    if (!planned) throw BadInput(planned.refusal);
    return *std::move(planned.plan);
  }
  [[nodiscard]] const std::vector<double>& told() const { return told_; }
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }
  [[nodiscard]] const std::stop_source& nobody() const { return nobody_; }

 private:
  testing::TemporaryFolder folder_;
  testing::SetVariable cache_{"XDG_CACHE_HOME", folder_.path()};
  testing::SetVariable limit_{"HETEROSCOPE_OWN_LIMIT", "3"};
  // a name of its own: variants stay known as long as the process lives
  std::filesystem::path file_ =
      folder_.path() / (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".cpp");
  std::stop_source nobody_;
  std::vector<double> told_;
};

/// As after a save, when all steps are taken again.
TEST_F(OwnSteps, TogetherMayTakeLongerThanTheLimit) {
  constexpr int steps = 40;
  const auto frame = taken("usleep(100000);", steps);
  ASSERT_TRUE(frame);
  EXPECT_EQ(frame->steps, steps);
  ASSERT_EQ(told().size(), std::size_t{steps - 1});
  for (int i = 1; i < steps; ++i)
    EXPECT_DOUBLE_EQ(told()[static_cast<std::size_t>(i - 1)], static_cast<double>(i) / steps);
}

TEST_F(OwnSteps, OfWhichOneNeverEndsAreCalledHung) {
  try {
    static_cast<void>(
        taken("usleep(20000);  // longer than what is told apart\n"
              "static int calls = 0; if (++calls == 5) for (volatile bool on = true; on;) {}\n",
              30));
    FAIL() << "the fifth step ended";
  } catch (const VariantFault& fault) {
    EXPECT_NE(std::string(fault.what()).find("did not end within 3 s"), std::string::npos) << fault.what();
  }
  EXPECT_FALSE(told().empty()) << "the steps before it";
}

/// The last row, on the plate's edge, is 0 whether a step writes it or finds it there.
TEST_F(OwnSteps, ThatLeaveOutWhatHappensToBeThereShowWhereTheyAreCompared) {
  const std::string text = testing::heat_file(testing::rows_without_a_late_edge);
  static_cast<void>(own_variants().add(file(), text).compile());
  const Plan planned = plan_of(9);
  const auto last_row = [](const Frame& frame) { return frame.field.value(4, 8); };
  const auto played = Executor().execute(planned, InteractiveRun{.waiter = {.stop = nobody().get_token()}});
  ASSERT_TRUE(played);
  EXPECT_EQ(last_row(*played), 0);
  const auto compared = Executor().execute(planned, CheckedRun{.stop = nobody().get_token(), .band = 0});
  ASSERT_TRUE(compared);
  EXPECT_TRUE(std::isnan(last_row(*compared)));
}

/// Each step takes a while, so that it is seen what is told meanwhile.
TEST_F(OwnSteps, AreTakenOnceMoreBesideThePictureThatIsCompared) {
  const std::string text = testing::heat_file(std::string("usleep(20000); ") + testing::rows_without_a_late_edge);
  static_cast<void>(own_variants().add(file(), text).compile());
  const Plan planned = plan_of(9);
  Engine engine(catalog());
  engine.request({.settings = planned.settings});
  ASSERT_TRUE(eventually([&] { return engine.progress().frame != nullptr && !engine.progress().busy; }));
  const auto shown = engine.progress().frame;
  EXPECT_EQ(shown->field.value(4, 8), 0);
  std::shared_ptr<const Frame> checked;
  ASSERT_TRUE(eventually([&] {
    EXPECT_EQ(engine.progress().making, "") << "no picture is computed";
    return (checked = engine.checked_of(shown).frame) != nullptr;
  }));
  EXPECT_TRUE(std::isnan(checked->field.value(4, 8))) << "into memory filled with NaN";
  EXPECT_EQ(engine.progress().frame, shown);
}

/// A transpose that computes only where the output's middle is not there already: the run before has left it.
constexpr const char* once_text = R"(#include <cmath>
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;
HETEROSCOPE_VARIANT(transpose)
template <class T>
void compute(const Transposition<T>& image) {
  const int middle = (image.columns.begin + image.columns.end) / 2;
  if (image.out(image.height / 2, middle) == image.in(middle, image.height / 2)) return;
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
}
)";

/// A transpose that computes only where nothing is, as in memory that is filled with NaN.
constexpr const char* where_nothing_is_text = R"(#include <cmath>
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;
HETEROSCOPE_VARIANT(transpose)
template <class T>
void compute(const Transposition<T>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (int y = 0; y < image.height; ++y)
      if (std::isnan(image.out(y, x))) image.out(y, x) = image.in(x, y);
}
)";

constexpr const char* plain_transpose_text = R"(#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;
HETEROSCOPE_VARIANT(transpose)
template <class T>
void compute(const Transposition<T>& image) {
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
}
)";

constexpr const char* plain_mandelbrot_text = R"(#include "kernels/mandelbrot/own.hpp"
using namespace heteroscope::mandelbrot;
HETEROSCOPE_VARIANT(mandelbrot)
template <class T>
void compute(const Picture<T>& picture) {
  for (int y = picture.rows.begin; y < picture.rows.end; ++y)
    for (int x = 0; x < picture.width; ++x) {
      const auto point = picture.point(x, y);
      picture.out(x, y) = static_cast<T>(point.re);
    }
}
)";

class TimedFiles : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  /// The workload's default problem, which the text computes on the CPU.
  Plan plan_of_text(const std::string& workload, const std::string& text) const {
    static int files = 0;  // variants stay known as long as the process lives
    const std::filesystem::path file = folder_.path() / (workload + std::to_string(++files) + "_timed.cpp");
    static_cast<void>(own_variants().add(file, text).compile());
    const Workload& of = find_workload(catalog(), workload);
    Settings settings = default_settings(of);
    if (of.image) settings.problem.source = {.id = "noise", .number = 1};
    settings.problem.size = {400, 300};
    settings.problem.precision = Precision::fp64;
    if (of.iterates()) {
      settings.problem.steps = 3;
      settings.problem.parameters["n"] = 65;
      settings.problem.parameters["initial"] = static_cast<double>(heat::Initial::noise);
    }
    settings.execution.processor = Processor::cpu;
    settings.execution.variants[std::string(of.stages.front().id)].cpu = file.filename().string();
    const Planned planned = plan(settings, catalog(), device::all());
    if (!planned) throw BadInput(planned.refusal);
    return *planned.plan;
  }
  /// What is said at last of some runs whose time is taken.
  static std::string said_of_runs(const Plan& planned) {
    Executor executor;
    EXPECT_TRUE(executor.execute(planned, CheckedRun{})) << "all of it is NaN before";
    std::string said;
    // none of the places that are spoiled may be the middle, and memory may be another one
    for (int i = 0; i < 20 && said.empty(); ++i) {
      try {
        static_cast<void>(executor.execute(planned, TimedRun{}));
      } catch (const VariantFault& fault) {
        said = fault.what();
      }
    }
    return said;
  }

 private:
  testing::TemporaryFolder folder_;
};

constexpr std::string_view not_computed = "in a measured run it did not compute the value at";

TEST_F(TimedFiles, ThatLeaveTheLastRunsResultAreFoundOut) {
  const std::string said = said_of_runs(plan_of_text("transpose", once_text));
  EXPECT_NE(said.find(not_computed), std::string::npos) << said;
}

TEST_F(TimedFiles, ThatComputeOnlyWhereNothingIsAreFoundOut) {
  const std::string said = said_of_runs(plan_of_text("transpose", where_nothing_is_text));
  EXPECT_NE(said.find(not_computed), std::string::npos) << said;
}

/// Results that are kept by what they are of are of no use then, and those that are looked at are of the problem
/// itself.
TEST_F(TimedFiles, AreGivenOtherValuesInEachRun) {
  const std::pair<const char*, std::string> files[] = {{"transpose", plain_transpose_text},
                                                       {"mandelbrot", plain_mandelbrot_text},
                                                       {"heat", testing::heat_file(testing::plain_rows)}};
  for (const auto& [workload, text] : files) {
    const Plan planned = plan_of_text(workload, text);
    Executor executor;
    const auto run = [&](bool summarize) {
      return executor.execute(planned, TimedRun{.summarize = summarize}).value().field.with_host_copy();
    };
    const auto differing = [](const Field& one, const Field& other) {
      return compare(one.host_view(), other.host_view()).differing;
    };
    const Field first = run(true);
    const Field timed = run(false);
    EXPECT_GT(differing(first, timed), 0) << workload;
    EXPECT_GT(differing(run(false), timed), 0) << workload;
    EXPECT_EQ(differing(run(true), first), 0) << workload;
  }
}

}  // namespace
}  // namespace heteroscope
