#include "core/run/balance.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

constexpr int side = 2048;

const Workload& rows_workload() {
  static const Workload made = [] {
    Workload out;
    out.id = "rows";
    out.stages = {Stage{"rows", {}, "", "", Map{}}};
    return out;
  }();
  return made;
}

/// A result of rows that all take as long, by two GPUs, whose shares follow from the frames before.
Plan plan_of_two() {
  Plan plan;
  plan.workload = &rows_workload();
  plan.gpu_memory_apart = true;
  plan.settings.problem.precision = Precision::fp32;
  plan.settings.execution.processor = Processor::gpu;
  plan.settings.execution.sharing = Sharing::automatic;
  plan.participants = {{Processor::gpu, 0}, {Processor::gpu, 1}};
  plan.output = {{side, side}, Precision::fp32, Domain::whole};
  plan.stages.emplace_back().stage = &rows_workload().stages.front();
  plan.parts.push_back({{0, side / 2}, {side / 2, side}});
  return plan;
}

/// Shares a frame and learns from its times: each GPU takes 50 ms for all rows, `slower` times as long in this frame.
Parts frame_of(Balance& balance, const std::vector<double>& slower) {
  Frame frame{.plan = plan_of_two(), .timing = empty_timing(plan_of_two())};
  balance.share_out(frame.plan);
  const Parts parts = frame.plan.parts.front();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    ParticipantTime& time = frame.timing.participants[i];
    time.compute = time.stages[0] = slower[i] * 50 * parts[i].count() / side;
  }
  balance.learn(frame);
  return parts;
}

// GPUs load a kernel's code with its first launch, each in its own time.
TEST(Balance, DoesNotTakeTheFirstFrameForTheSpeedOfItsGpus) {
  for (const std::vector<double>& first : {std::vector<double>{100, 30}, {30, 100}, {1, 1}}) {
    Balance balance;
    EXPECT_EQ(frame_of(balance, first).front().count(), side / 2);
    for (int i = 0; i < 20; ++i) {
      const int rows = frame_of(balance, {1, 1}).front().count();
      EXPECT_NEAR(rows, side / 2, side / 50)
          << "frame " << i << " after one that took " << first[0] << " times as long";
    }
  }
}

}  // namespace
}  // namespace heteroscope
