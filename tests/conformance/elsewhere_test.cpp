#include <fmt/format.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "core/io/private_folder.hpp"
#include "core/link/machines.hpp"
#include "core/link/message_kind.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/trace/coverage.hpp"
#include "kernels/registry.hpp"

/// A worker at the other end of a pipe: what is asked of it is written down on the way, and counted.
namespace heteroscope {
namespace {

/// The messages that have gone to the worker, whose kinds a file has by now.
std::vector<MessageKind> kinds_in(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  std::vector<MessageKind> out;
  constexpr std::size_t head = 8 + sizeof(std::uint64_t);
  for (std::size_t at = 0; at + head <= text.size();) {
    std::uint64_t length = 0;
    std::memcpy(&length, text.data() + at + 8, sizeof length);
    if (at + head + length > text.size()) break;
    const auto* const begin = reinterpret_cast<const std::uint8_t*>(text.data()) + at + head;
    const std::vector<std::uint8_t> bytes(begin, begin + length);
    WireReader wire(bytes);
    out.push_back(kind_of(wire));
    at += head + length;
  }
  return out;
}

class Elsewhere : public ::testing::Test {
 protected:
  void SetUp() override {
    const std::string self = std::filesystem::read_symlink("/proc/self/exe").string();
    const std::string worker = "echo \\$\\$ > '" + process().string() + "'; exec '" + self + "' worker";
    const std::string via = "tee '" + asked().string() + "' | sh -c \"" + worker + "\"";
    set_machine_finder([via](const std::string& name) { return MachineAddress{.name = name, .via = via}; });
  }
  void TearDown() override { set_machine_finder({}); }

  [[nodiscard]] std::filesystem::path asked() const { return folder_.path() / "asked"; }
  [[nodiscard]] std::filesystem::path process() const { return folder_.path() / "process"; }
  void end_worker() const {
    pid_t id = 0;
    std::ifstream(process()) >> id;
    ASSERT_GT(id, 1);
    EXPECT_EQ(kill(id, SIGKILL), 0);
  }

  /// Whether so many messages of a kind have gone there, of no more; what was sent is written down a little later.
  [[nodiscard]] bool has_asked(MessageKind kind, std::ptrdiff_t times) const {
    for (int i = 0; i < 6000; ++i) {
      const std::vector<MessageKind> kinds = kinds_in(asked());
      if (std::ranges::count(kinds, kind) == times) return true;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return false;
  }

  /// Each test has a machine of its own: no conversation is another one's.
  static Settings settings_of(double span, LinkForm form = LinkForm::automatic) {
    Settings out = default_settings(find_workload(catalog(), "mandelbrot"));
    out.problem.size = {400, 300};
    out.problem.parameters["span"] = span;
    out.problem.precision = Precision::fp32;
    out.execution.machine = ::testing::UnitTest::GetInstance()->current_test_info()->name();
    out.execution.link = form;
    return out;
  }
  static Plan planned_there(const Settings& settings) {
    const Planned out = plan(settings, catalog(), device::all());
    if (!out) throw BadInput(out.refusal);
    return *out.plan;
  }
  static void expect_same_as_here(const Frame& there) {
    Settings settings = there.plan.settings;
    settings.execution.machine.clear();
    Executor here;
    const auto frame = here.execute(planned_there(settings), WholeRun{});
    ASSERT_TRUE(frame);
    EXPECT_TRUE(compare(frame->field.host_view(), there.field.host_view()).equal());
  }

 private:
  PrivateFolder folder_;
};

TEST_F(Elsewhere, ValuesCrossInTheFormThatIsChosen) {
  Executor executor;
  const auto plain = executor.execute(planned_there(settings_of(2.5, LinkForm::plain)), WholeRun{});
  const auto packed = executor.execute(planned_there(settings_of(2.5, LinkForm::packed)), WholeRun{});
  ASSERT_TRUE(plain && packed && plain->crossing && packed->crossing);
  EXPECT_FALSE(plain->crossing->packed);
  EXPECT_EQ(plain->crossing->bytes, plain->field.bytes());
  EXPECT_TRUE(packed->crossing->packed);
  EXPECT_LT(packed->crossing->bytes, packed->field.bytes() / 2);
  EXPECT_GT(packed->crossing->speed.bytes_per_s, 0);
  expect_same_as_here(*plain);
  expect_same_as_here(*packed);
}

/// Spans are values like others: they are counted, packed, and waited for with them.
TEST_F(Elsewhere, ATraceCrossesWithItsSpans) {
  Executor executor;
  constexpr std::size_t bytes_of_span = 56;
  for (const LinkForm form : {LinkForm::plain, LinkForm::packed}) {
    Settings settings = settings_of(2.5, form);
    settings.execution.variants["escape"].cpu = "omp_dynamic";
    settings.execution.threads = 2;
    const auto there = executor.execute(planned_there(settings), WholeRun{.trace = true});
    ASSERT_TRUE(there && there->crossing);
    ASSERT_EQ(there->traces.size(), 1U);
    const Trace& trace = there->traces.front();
    EXPECT_GT(trace.spans.size(), 2U);
    EXPECT_EQ(wrong_coverage(trace), "");
    const std::size_t whole = there->field.bytes() + trace.spans.size() * bytes_of_span;
    EXPECT_LE(there->crossing->bytes, form == LinkForm::plain ? whole : whole / 2);
    EXPECT_EQ(there->crossing->bytes == whole, form == LinkForm::plain);
    expect_same_as_here(*there);
  }
}

/// One thread each: the order in which threads add up is another one each time.
TEST_F(Elsewhere, EveryVariantOfTheCpuHasTheSameBits) {
  Executor executor;
  for (const Workload* const workload : catalog()) {
    for (const Stage& stage : workload->stages) {
      for (const NamedVariant& each : stage.variants) {
        if (each.variant->processor != Processor::cpu) continue;
        Settings settings = default_settings(*workload);
        settings.problem.size = {67, 45};
        if (workload->iterates()) settings.problem.steps = 3;
        settings.execution.processor = Processor::cpu;
        settings.execution.threads = 1;
        settings.execution.machine = ::testing::UnitTest::GetInstance()->current_test_info()->name();
        choose_variant(settings, *workload, fmt::format("{}={}", stage.id, each.id));
        SCOPED_TRACE(fmt::format("{}, {}", workload->id, each.id));
        const auto there = executor.execute(planned_there(settings), WholeRun{});
        ASSERT_TRUE(there);
        expect_same_as_here(*there);
      }
    }
  }
}

TEST_F(Elsewhere, WhatIsExecutedNextIsAskedForOnceAndAhead) {
  Executor executor;
  const Plan first = planned_there(settings_of(2.5));
  const Plan second = planned_there(settings_of(1.5));
  int times = 0;
  InteractiveRun run;
  run.next = [&]() -> std::optional<Plan> { return times++ == 0 ? std::optional(second) : std::nullopt; };
  const auto one = executor.execute(first, run);
  ASSERT_TRUE(one);
  EXPECT_GT(times, 0);
  EXPECT_TRUE(has_asked(MessageKind::execute, 2)) << "before anybody has executed the second";
  const auto two = executor.execute(second, InteractiveRun{});
  ASSERT_TRUE(two);
  expect_same_as_here(*one);
  expect_same_as_here(*two);
  ASSERT_TRUE(executor.execute(first, InteractiveRun{})) << "what was sent before it is written down";
  EXPECT_TRUE(has_asked(MessageKind::execute, 3));
  EXPECT_TRUE(has_asked(MessageKind::stop, 0));
}

TEST_F(Elsewhere, WhatIsOvertakenIsStoppedThere) {
  Executor executor;
  const Plan first = planned_there(settings_of(2.5));
  const Plan second = planned_there(settings_of(1.5));
  InteractiveRun run;
  run.next = [&] { return std::optional(second); };
  ASSERT_TRUE(executor.execute(first, run));
  const auto third = executor.execute(planned_there(settings_of(0.5)), InteractiveRun{});
  ASSERT_TRUE(third);
  expect_same_as_here(*third);
  EXPECT_TRUE(has_asked(MessageKind::stop, 1));
  EXPECT_TRUE(has_asked(MessageKind::execute, 3)) << "one ahead, however often it is asked what is next";
}

/// Its values may have come while nobody waited for them.
TEST_F(Elsewhere, WhatWasAskedForAheadTellsNothingOfTheRate) {
  Executor executor;
  const Plan second = planned_there(settings_of(1.5, LinkForm::plain));
  InteractiveRun run;
  run.next = [&] { return std::optional(second); };
  const auto one = executor.execute(planned_there(settings_of(2.5, LinkForm::plain)), run);
  ASSERT_TRUE(one && one->crossing);
  EXPECT_TRUE(has_asked(MessageKind::execute, 2)) << "before anybody has executed the second";
  const auto two = executor.execute(second, InteractiveRun{});
  ASSERT_TRUE(two && two->crossing);
  EXPECT_EQ(two->crossing->speed, one->crossing->speed);
}

/// Otherwise the machine would wait for room for values that nobody takes.
TEST_F(Elsewhere, WhatFailsHereIsStoppedThere) {
  Executor executor;
  const Plan first = planned_there(settings_of(2.5));
  InteractiveRun run;
  run.next = []() -> std::optional<Plan> { throw BadInput("the next plan cannot be made"); };
  EXPECT_THROW((void)executor.execute(first, run), BadInput);
  EXPECT_TRUE(has_asked(MessageKind::stop, 1));
  const auto again = executor.execute(first, InteractiveRun{});
  ASSERT_TRUE(again);
  expect_same_as_here(*again);
}

TEST_F(Elsewhere, WhatWasAskedForAheadIsAskedForAgainWhereMemoryIsGivenBack) {
  Executor executor;
  const Plan second = planned_there(settings_of(1.5));
  InteractiveRun run;
  run.next = [&] { return std::optional(second); };
  ASSERT_TRUE(executor.execute(planned_there(settings_of(2.5)), run));
  executor.trim();
  const auto two = executor.execute(second, InteractiveRun{});
  ASSERT_TRUE(two);
  expect_same_as_here(*two);
  EXPECT_TRUE(has_asked(MessageKind::stop, 1));
  EXPECT_TRUE(has_asked(MessageKind::execute, 3));
}

/// The link is lost while nothing is under way, and the next request begins another conversation.
TEST_F(Elsewhere, WhatWasLostIsComputedInTheNextConversation) {
  Executor executor;
  const Plan first = planned_there(settings_of(2.5));
  ASSERT_TRUE(executor.execute(first, InteractiveRun{}));
  end_worker();
  EXPECT_THROW((void)executor.execute(first, InteractiveRun{}), Unreachable);
  const auto again = executor.execute(first, InteractiveRun{});
  ASSERT_TRUE(again);
  expect_same_as_here(*again);
}

/// Nobody waits: nothing is asked for, and the next one is computed by the same worker.
TEST_F(Elsewhere, WhatIsGivenUpIsStoppedThere) {
  Executor executor;
  ASSERT_TRUE(executor.execute(planned_there(settings_of(2.5)), InteractiveRun{}));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(executor.execute(planned_there(settings_of(1.5)), InteractiveRun{.waiter = {.stop = stop.get_token()}}));
  EXPECT_TRUE(has_asked(MessageKind::stop, 1));
  const auto last = executor.execute(planned_there(settings_of(0.5)), InteractiveRun{});
  ASSERT_TRUE(last);
  expect_same_as_here(*last);
  EXPECT_TRUE(has_asked(MessageKind::execute, 3)) << "in the same conversation";
}

}  // namespace
}  // namespace heteroscope
