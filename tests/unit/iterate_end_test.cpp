#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/device/device.hpp"
#include "core/process/memory_limit.hpp"
#include "core/run/compare.hpp"
#include "core/trace/writer.hpp"
#include "core/verify/verifier.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/iterate_fixture.hpp"

/// Where iterations end (settled, or at the most steps), and what is refused, with a fake workload. Expected values of
/// the rule `halve` come from the closed form ⌊v/2ᵏ⌋.
namespace heteroscope {
namespace {

using testing::dab;
using testing::expect_right;
using testing::fake_log;
using testing::Iterate;

TEST_F(Iterate, SettlesAtTheSameStepHoweverItIsAskedFor) {
  // ⌊5000/2³⌋ = 625, ⌊5000/2⁶⌋ = 78 > 50, ⌊5000/2⁹⌋ = 9: the checks are after 3, 6 and 9 steps
  const Settings settings = halve(1000, 5, 3, 50);
  const auto at_once = execute(settings);
  EXPECT_EQ(at_once->steps, 9);
  EXPECT_TRUE(at_once->settled);
  std::vector<std::pair<std::int64_t, double>> measured;
  for (const Measured& each : at_once->measured) measured.emplace_back(each.step, each.value);
  EXPECT_EQ(measured, (std::vector<std::pair<std::int64_t, double>>{{3, 625}, {6, 78}, {9, 9}}));
  for (const int piece : {1, 2, 4, 5, 7}) {
    Executor other;
    std::optional<Frame> frame;
    for (std::int64_t steps = 0; steps < 30; steps += piece) {
      Settings part = settings;
      part.problem.steps = steps;
      frame = other.execute(*planned(part).plan, {});
      EXPECT_EQ(frame->settled, steps >= 9);
      EXPECT_EQ(frame->steps, std::min<std::int64_t>(steps, 9));
    }
    EXPECT_TRUE(compare(at_once->field.host_view(), frame->field.host_view()).equal()) << piece;
    ASSERT_EQ(frame->measured.size(), 3U) << piece;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(frame->measured[i].step, at_once->measured[i].step);
      EXPECT_EQ(frame->measured[i].value, at_once->measured[i].value);
      EXPECT_GE(frame->measured[i].ms, i > 0 ? frame->measured[i - 1].ms : 0);
    }
  }
}

/// A variant that looks at its measure by itself is asked for many rounds of steps at once.
TEST_F(Iterate, AVariantThatRepeatsSettlesAtTheSameStep) {
  Settings settings = halve(1000, 5, 3, 50);
  const auto one_by_one = execute(settings);
  fake_log() = {};
  choose_variant(settings, testing::fake_iteration(), "repeating");
  Executor other;
  const auto frame = other.execute(*planned(settings).plan, {});
  EXPECT_EQ(fake_log().rounds, std::vector<int>{333});
  EXPECT_EQ(fake_log().steps(), 9);
  EXPECT_EQ(frame->steps, 9);
  EXPECT_EQ(frame->timing.steps, 9);
  EXPECT_TRUE(frame->settled);
  EXPECT_TRUE(compare(one_by_one->field.host_view(), frame->field.host_view()).equal());
  ASSERT_EQ(frame->measured.size(), one_by_one->measured.size());
  for (std::size_t i = 0; i < frame->measured.size(); ++i) {
    EXPECT_EQ(frame->measured[i].step, one_by_one->measured[i].step);
    EXPECT_EQ(frame->measured[i].value, one_by_one->measured[i].value);
  }
  // what begins or ends between two checks is no round
  Executor pieces;
  fake_log() = {};
  for (const std::int64_t steps : {8, 10}) {
    settings.problem.steps = steps;
    const auto part = pieces.execute(*planned(settings).plan, {});
    EXPECT_EQ(part->steps, std::min<std::int64_t>(steps, 9));
    EXPECT_EQ(part->settled, steps > 9);
  }
  EXPECT_EQ(fake_log().rounds, (std::vector<int>{2, 1, 1}));
}

TEST_F(Iterate, WhatHasSettledTakesNoMoreSteps) {
  (void)execute(halve(1000, 5, 3, 50));
  const std::int64_t taken = fake_log().steps();
  const auto later = execute(halve(2000, 5, 3, 50));
  EXPECT_EQ(fake_log().steps(), taken);
  EXPECT_EQ(later->steps, 9);
  EXPECT_TRUE(later->settled);
  EXPECT_EQ(later->timing.steps, 0);
  // before the step at which it settled it has not
  EXPECT_FALSE(execute(halve(8, 5, 3, 50))->settled);
}

TEST_F(Iterate, AStrokeOnWhatHasSettledMovesItAgain) {
  Settings settings = halve(1000, 5, 3, 50);
  (void)execute(settings);
  settings.problem.strokes = {dab(9, 3, 3, 4000)};
  const auto kept = execute(settings);
  EXPECT_EQ(fake_log().starts, 1);
  // 4009, halved six times is 62, nine times 7: the checks are after 12, 15 and 18 steps
  EXPECT_EQ(kept->steps, 18);
  EXPECT_TRUE(kept->settled);
  Executor fresh;
  const auto at_once = fresh.execute(*planned(settings).plan, {});
  EXPECT_EQ(at_once->steps, 18);
  EXPECT_TRUE(compare(at_once->field.host_view(), kept->field.host_view()).equal());
}

TEST_F(Iterate, AStrokeLongAfterItHasSettledIsPainted) {
  Settings settings = halve(1000, 5, 3, 50);
  settings.problem.strokes = {dab(500, 3, 3, 4000)};
  const auto at_once = execute(settings);
  // the steps from 9 to 500 change nothing; then the checks are after 501, 504 and 507 steps: ⌊4009/2⁷⌋ = 31
  EXPECT_EQ(fake_log().steps(), 9 + 7);
  EXPECT_EQ(at_once->steps, 507);
  EXPECT_EQ(at_once->field.value(3, 3), 31);
  EXPECT_TRUE(at_once->settled);
  Executor pieces;
  for (const std::int64_t steps : {4, 100, 499, 500, 502, 600, 1000}) {
    settings.problem.steps = steps;
    const auto frame = pieces.execute(*planned(settings).plan, {});
    EXPECT_EQ(frame->steps, steps < 100 ? 4 : steps < 500 ? 9 : std::min<std::int64_t>(steps, 507)) << steps;
  }
  EXPECT_EQ(fake_log().steps(), 2 * (9 + 7));
}

TEST_F(Iterate, TakesNoMoreThanTheMostSteps) {
  Settings settings = sum(1000);
  settings.problem.parameters["most"] = 17;
  const auto frame = execute(settings);
  EXPECT_EQ(frame->steps, 17);
  EXPECT_FALSE(frame->settled);
  EXPECT_EQ(fake_log().steps(), 17);
  Settings exactly = settings;
  exactly.problem.steps = 17;
  expect_right(*execute(exactly));
  EXPECT_EQ(fake_log().steps(), 17);
  EXPECT_EQ(execute(settings, TimedRun{})->timing.steps, 17);
  EXPECT_EQ(execute(settings)->steps, 17);
}

TEST_F(Iterate, AFramesWorkIsThatOfItsSteps) {
  EXPECT_EQ(execute(sum(10))->work.operations, 10 * 49);
  EXPECT_EQ(execute(sum(13))->work.operations, 3 * 49);
}

TEST_F(Iterate, ALongTraceEndsWhereItsListIsFull) {
  TraceWriter writer(1);
  writer.begin_pass({"rows", Over::output, {1, 1}, {{0, 1}, {0, 1}}});
  writer.begin_threads({});
  for (std::size_t i = 0; i < most_traced_spans + 5; ++i) writer.add(0, {0, 1}, i, i);
  const Trace trace = writer.collect();
  EXPECT_EQ(trace.spans.size(), most_traced_spans);
  EXPECT_EQ(trace.dropped, 5U);
}

TEST_F(Iterate, VerifyFindsAWrongStep) {
  device::Facts none;
  none.why_not = "no GPU in this test";
  Verifier verifier(testing::iteration_catalog(), none);
  Settings settings = sum(13);
  settings.execution.variants["advance"].cpu = "other";
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
  settings.problem.steps = 14;  // another reference
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
}

TEST_F(Iterate, PlansSayWhatIsWrong) {
  const auto wrong = [](auto change) {
    Settings settings = sum(3);
    change(settings);
    return testing::refused([&] { planned(settings); });
  };
  const auto value_of = [](const char* thing) { return testing::Refused{Wrong::value, thing}; };
  EXPECT_EQ(wrong([](Settings& s) { s.problem.steps = -1; }), value_of("steps"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.steps = most_steps + 1; }), value_of("steps"));
  EXPECT_EQ(wrong([](Settings& s) { s.execution.steps_per_frame = 0; }), value_of("steps per frame"));
  EXPECT_EQ(wrong([](Settings& s) {
              s.problem.strokes = {dab(5, 1, 1, 1), dab(4, 1, 1, 1)};
            }),
            value_of("strokes[1].step"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes = {dab(-1, 1, 1, 1)}; }), value_of("strokes[0].step"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes = {dab(0, 7, 1, 1)}; }), value_of("strokes[0].x"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes = {dab(0, 1, -6, 1)}; }), value_of("strokes[0].y"));
  EXPECT_EQ(wrong([](Settings& s) {
              s.problem.strokes = {dab(0, 1, 1, 1)};
              s.problem.strokes[0].radius = 0;
            }),
            value_of("strokes[0].radius"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes = {dab(0, 1, 1, std::numeric_limits<double>::quiet_NaN())}; }),
            value_of("strokes[0].amount"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes.assign(most_strokes + 1, dab(0, 1, 1, 1)); }),
            value_of("strokes"));
  EXPECT_EQ(wrong([](Settings& s) { s.problem.strokes.assign(most_strokes, dab(0, 1, 1, 1)); }),
            (testing::Refused{Wrong::unsaid, "(nothing thrown)"}));
}

TEST_F(Iterate, WhatCannotBeSplitIsRefusedInASplitAlone) {
  device::Facts gpu;
  gpu.available = true;
  gpu.memory_bytes = std::size_t{1} << 34;
  Settings settings = sum(3);
  settings.problem.parameters["alone"] = 1;
  settings.execution.processor = Processor::split;
  EXPECT_EQ(plan(settings, testing::iteration_catalog(), gpu).refusal, "split: this rule needs all rows at once");
  settings.execution.processor = Processor::cpu;
  EXPECT_TRUE(plan(settings, testing::iteration_catalog(), gpu));
}

TEST_F(Iterate, ASizeBeyondMemoryIsNamedByItsParameter) {
  Settings settings = sum(1, 2);
  settings.problem.parameters["side"] = 65536;
  settings.problem.precision = Precision::fp64;
  // two planes, a spare and the result of 2³² values of 8 bytes
  if (static_cast<double>(memory::limit()) > 4 * 8.0 * 65536 * 65536) GTEST_SKIP() << "it fits this computer";
  const std::string refusal = planned(settings).refusal;
  EXPECT_EQ(refusal.rfind("side: 65536 in fp64 needs 137.4 GB; ", 0), 0U) << refusal;
}

TEST_F(Iterate, LimitsAreNamedWithNumbersThatCanBeUsed) {
  const Workload& workload = testing::fake_iteration();
  EXPECT_EQ(workload.past_limit({{"speed", 5}}), "");
  EXPECT_EQ(workload.past_limit({{"speed", 5.5}}), "speed: 5.5 is above 5, the speed limit");
  EXPECT_EQ(workload.past_limit({}), "");
  EXPECT_EQ(limit_text(0.25), "0.25");
  EXPECT_EQ(limit_text(0.34816169542566), "0.348161695");  // 0.348162 would be past it
  EXPECT_EQ(limit_text(0.0681818181818), "0.0681818");
}

}  // namespace
}  // namespace heteroscope
