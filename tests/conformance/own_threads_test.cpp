#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <stop_token>
#include <string>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variant.hpp"
#include "core/run/execute.hpp"
#include "core/run/local_executor.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/set_variable.hpp"
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

/// Changes the environment of its process, or writes behind its result, and asks for the frame's end: a signal of its
/// thread is a call of its handler.
std::string text_that_is_cancelled(const std::string& change) {
  return "#include <csignal>\n"
         "#include <cstdlib>\n"
         "#include \"kernels/transpose/own.hpp\"\n"
         "using namespace heteroscope::transpose;\n"
         "HETEROSCOPE_VARIANT(transpose)\n"
         "template <class T>\n"
         "void compute(const Transposition<T>& image) {\n" +
         change +
         "\n"
         "  raise(SIGUSR1);\n"
         "}\n";
}

std::stop_source cancelled_by_signal;

/// As long as it lives, a SIGUSR1 asks for the end of what has the token.
class CancelledBySignal {
 public:
  CancelledBySignal() : before_(std::signal(SIGUSR1, [](int) { cancelled_by_signal.request_stop(); })) {
    cancelled_by_signal = {};
  }
  ~CancelledBySignal() { std::signal(SIGUSR1, before_); }
  CancelledBySignal(const CancelledBySignal&) = delete;
  CancelledBySignal& operator=(const CancelledBySignal&) = delete;
  [[nodiscard]] static InteractiveRun run() { return {.waiter = {.stop = cancelled_by_signal.get_token()}}; }

 private:
  void (*before_)(int);
};

TEST_F(OwnThreads, OfACancelledFrameLeaveNothingChanged) {
  const CancelledBySignal signal;
  LocalExecutor executor(Guards::around);
  const Plan right = plan_with("cancelled.cpp", text_that_is_cancelled(""));
  EXPECT_FALSE(executor.execute(right, signal.run()));
  EXPECT_TRUE(cancelled_by_signal.stop_requested());
}

TEST_F(OwnThreads, OfACancelledFrameThatChangeTheirProcessAreNamed) {
  const CancelledBySignal signal;
  LocalExecutor executor(Guards::around);
  const testing::SetVariable usual("LEFT_BY_A_FUNCTION", "no");
  const Plan changes =
      plan_with("cancelled_changes.cpp", text_that_is_cancelled("  setenv(\"LEFT_BY_A_FUNCTION\", \"yes\", 1);"));
  try {
    static_cast<void>(executor.execute(changes, signal.run()));
    ADD_FAILURE() << "nothing is said";
  } catch (const VariantFault& fault) {
    EXPECT_NE(std::string(fault.what()).find("it changes the environment"), std::string::npos) << fault.what();
  }
}

TEST_F(OwnThreads, OfACancelledFrameThatWriteBehindItsResultAreNamed) {
  const CancelledBySignal signal;
  LocalExecutor executor(Guards::around);
  const Plan writes = plan_with("cancelled_writes.cpp", text_that_is_cancelled("  image.out(0, image.width) = 1;"));
  EXPECT_THROW(static_cast<void>(executor.execute(writes, signal.run())), VariantFault);
}

}  // namespace
}  // namespace heteroscope
