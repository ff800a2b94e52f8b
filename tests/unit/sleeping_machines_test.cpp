#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <string>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/device/limits/driver_answer.hpp"
#include "core/link/link_clock.hpp"
#include "core/link/machines.hpp"
#include "core/plan/plan.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/fake_worker.hpp"

/// A laptop that has slept, or a process that was stopped, for an hour; and a card there that another process has.
namespace heteroscope {
namespace {

using testing::as_sent;
using testing::beginning_of_worker;
using testing::FakeWorker;
using testing::greeting_of_worker;

constexpr std::chrono::hours an_hour{1};

std::string why_lost(MachineLink& link) {
  try {
    (void)link.next_message([] { return true; });
  } catch (const Unreachable& lost) {
    return lost.what();
  }
  return {};
}

/// The worker has gone on meanwhile: what it has said is heard, and an hour's silence is no reason to give it up.
TEST(LinkAfterAnHour, GoesOnWhereSomethingHasComeMeanwhile) {
  const FakeWorker worker(beginning_of_worker(greeting_of_worker()) +
                          as_sent(message(MessageKind::nothing, std::uint64_t{1})));
  MachineLink link(worker.address());
  let_time_pass(an_hour);
  EXPECT_TRUE(link.next_message([] { return true; }));
}

/// The worker has slept, too, or has been given up there: the link is lost in one line, after which it is made anew.
TEST(LinkAfterAnHour, IsLostWhereNothingHasCome) {
  const FakeWorker worker(beginning_of_worker(greeting_of_worker()) +
                          as_sent(message(MessageKind::nothing, std::uint64_t{1})));
  MachineLink link(worker.address());
  EXPECT_TRUE(link.next_message([] { return true; }));
  let_time_pass(an_hour);
  EXPECT_EQ(why_lost(link), "there: the link was lost: nothing has arrived from it for 15 s");
}

/// One that nobody used in that hour is not taken: whoever asks next gets a new one.
TEST(LinkAfterAnHour, IsNotTakenUnusedWhereNothingHasCome) {
  const FakeWorker worker(beginning_of_worker(greeting_of_worker()));
  MachineLink link(worker.address());
  EXPECT_TRUE(link.lives());
  let_time_pass(an_hour);
  EXPECT_FALSE(link.lives());
}

TEST(ExclusiveCardThere, ThatAnotherProcessHasIsRefusedInOneLine) {
  Hello greeting = greeting_of_worker();
  device::Facts& gpu = greeting.facts.gpus.front();
  gpu.name = "a card";
  gpu.available = false;
  gpu.exclusive = true;
  gpu.why_not = device::held_by_another;
  const FakeWorker worker(beginning_of_worker(greeting));
  set_machine_finder([&](const std::string& name) {
    MachineAddress out = worker.address();
    out.name = name;
    return out;
  });
  Settings settings = default_settings(find_workload(catalog(), "mandelbrot"));
  settings.execution.processor = Processor::gpu;
  settings.execution.machine = "held";
  const Planned planned = plan(settings, catalog(), device::all());
  set_machine_finder({});
  ASSERT_FALSE(planned);
  EXPECT_NE(planned.refusal.find(device::held_by_another), std::string::npos) << planned.refusal;
  EXPECT_EQ(planned.refusal.find('\n'), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
