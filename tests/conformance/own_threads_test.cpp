#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variant.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/temporary_folder.hpp"

/// A person's function for the CPU that leaves a thread running, whatever its frames are for, or takes more threads
/// than it was given.
namespace heteroscope {
namespace {

/// The call of that number begins a thread that never rests.
std::string text_with_thread_of(int call) {
  return "#include <thread>\n"
         "#include \"kernels/transpose/own.hpp\"\n"
         "using namespace heteroscope::transpose;\n"
         "HETEROSCOPE_VARIANT(transpose)\n"
         "template <class T>\n"
         "void compute(const Transposition<T>& image) {\n"
         "  static int calls = 0;\n"
         "  if (++calls == " +
         std::to_string(call) +
         ")\n"
         "    std::thread([] { for (volatile bool on = true; on;) {} }).detach();\n"
         "  for (int x = image.columns.begin; x < image.columns.end; ++x)\n"
         "    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);\n"
         "}\n";
}

/// Each call keeps four threads busy, until they have had processors for 0.4 s in all.
constexpr const char* greedy_text = R"(#include <ctime>
#include <thread>
#include <vector>
#include "kernels/transpose/own.hpp"
using namespace heteroscope::transpose;
HETEROSCOPE_VARIANT(transpose)
template <class T>
void compute(const Transposition<T>& image) {
  const std::clock_t before = std::clock();
  const auto is_done = [&] { return std::clock() - before > 2 * CLOCKS_PER_SEC / 5; };
  std::vector<std::thread> more;
  for (int i = 0; i < 4; ++i) more.emplace_back([&] { while (!is_done()) {} });
  for (int x = image.columns.begin; x < image.columns.end; ++x)
    for (int y = 0; y < image.height; ++y) image.out(y, x) = image.in(x, y);
  for (std::thread& each : more) each.join();
}
)";

class OwnThreads : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
  }
  [[nodiscard]] Plan plan_with(const std::string& name, const std::string& text, int threads = 2) const {
    const std::filesystem::path file = folder_.path() / name;
    static_cast<void>(own_variants().add(file, text).compile());
    Settings settings = default_settings(find_workload(catalog(), "transpose"));
    settings.problem.source = {.id = "noise", .number = 1};
    settings.problem.size = {40, 30};
    settings.execution.processor = Processor::cpu;
    settings.execution.threads = threads;
    settings.execution.variants["transpose"].cpu = name;
    Planned planned = plan(settings, catalog(), device::all());
    if (!planned) throw BadInput(planned.refusal);
    return *std::move(planned.plan);
  }
  /// What is said of a frame; empty: it is right.
  static std::string said_of(Executor& executor, const Plan& plan, const ExecuteOptions& options) {
    try {
      static_cast<void>(executor.execute(plan, options));
    } catch (const VariantFault& fault) {
      return fault.what();
    }
    return {};
  }

 private:
  testing::TemporaryFolder folder_;
};

TEST_F(OwnThreads, ThatAreLeftRunningAreNamedAtOnce) {
  const Plan planned = plan_with("leaves_one.cpp", text_with_thread_of(1));
  const ExecuteOptions all[] = {WholeRun{}, InteractiveRun{}, TimedRun{}, CheckedRun{}};
  for (const ExecuteOptions& each : all) {
    Executor executor;
    const std::string said = said_of(executor, planned, each);
    EXPECT_TRUE(said.starts_with("leaves_one.cpp: it leaves a thread running")) << each.index() << said;
  }
}

/// What is played in a window is looked at less and less often.
TEST_F(OwnThreads, ThatAreLeftLaterAreNamedLater) {
  const Plan planned = plan_with("leaves_later.cpp", text_with_thread_of(3));
  Executor executor;
  for (int frame = 1; frame <= 3; ++frame) EXPECT_EQ(said_of(executor, planned, InteractiveRun{}), "") << frame;
  const std::string said = said_of(executor, planned, InteractiveRun{});
  EXPECT_TRUE(said.starts_with("leaves_later.cpp: it leaves a thread running")) << said;
}

TEST_F(OwnThreads, ThatAreMoreThanWereGivenAreNamed) {
  const Plan planned = plan_with("greedy.cpp", greedy_text, 1);
  Executor executor;
  EXPECT_EQ(said_of(executor, planned, WholeRun{}), "") << "it is not compared";
  std::string said;
  for (int i = 0; i < 20 && said.empty(); ++i) said = said_of(executor, planned, CheckedRun{});
  if (said.empty()) GTEST_SKIP() << "skipped: other programs have left it no second processor";
  EXPECT_TRUE(said.starts_with("greedy.cpp: it is given 1 thread and keeps ")) << said;
}

}  // namespace
}  // namespace heteroscope
