#include "core/run/iteration/iterate.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/run/iteration/told_steps.hpp"
#include "core/run/local_executor.hpp"
#include "tests/unit/iterate_fixture.hpp"

/// How a state is carried on from frame to frame, with a fake workload. Expected values of the rule `sum` come from
/// powers of its matrix, those of `halve` from the closed form ⌊v/2ᵏ⌋.
namespace heteroscope {
namespace {

using testing::advanced;
using testing::Column;
using testing::dab;
using testing::expect_right;
using testing::expected_column;
using testing::fake_iteration;
using testing::fake_log;
using testing::FakeLog;
using testing::Iterate;

TEST_F(Iterate, ThePowersOfTheMatrixAreWhatTheRuleSays) {
  // by hand: 1 2 3 → 1+2, 1+2+3, 2+3 → 3+6, 3+6+5, 6+5; looking back, with 1 2 3 before as well: 4 8 8 → 4+8+1, …
  EXPECT_EQ(advanced({1, 2, 3}, 3, 2), (Column{9, 14, 11}));
  EXPECT_EQ(advanced({1, 2, 3, 1, 2, 3}, 3, 2), (Column{13, 22, 19, 4, 8, 8}));
}

TEST_F(Iterate, NoStepsIsTheStart) {
  for (const int history : {1, 2}) expect_right(*execute(sum(0, history)));
  EXPECT_TRUE(fake_log().asked.empty());
}

TEST_F(Iterate, StepsInPiecesAreStepsAtOnce) {
  for (const int history : {1, 2}) {
    for (const std::int64_t steps : {1, 2, 3, 10, 11, 250, 251}) expect_right(*execute(sum(steps, history)));
    EXPECT_EQ(fake_log().starts, history);  // a plane each
    EXPECT_EQ(fake_log().steps(), 251);
    Executor at_once;
    expect_right(*at_once.execute(*planned(sum(251, history)).plan, {}));
    fake_log() = {};
  }
}

TEST_F(Iterate, StepsFollowEachOtherWithoutAGap) {
  (void)execute(sum(57));
  (void)execute(sum(310));
  const FakeLog& log = fake_log();
  std::int64_t step = 0;
  for (std::size_t i = 0; i < log.asked.size(); ++i) {
    EXPECT_EQ(log.from[i], step);
    step += log.asked[i];
  }
  EXPECT_EQ(step, 310);
}

TEST_F(Iterate, AnEarlierStepStartsOver) {
  expect_right(*execute(sum(20)));
  expect_right(*execute(sum(19)));
  EXPECT_EQ(fake_log().starts, 2);
  EXPECT_EQ(fake_log().steps(), 39);
  // the same step again takes none
  expect_right(*execute(sum(19)));
  EXPECT_EQ(fake_log().steps(), 39);
}

TEST_F(Iterate, AnotherProblemStartsOver) {
  const Settings first = sum(10);
  Settings seed = first;
  seed.problem.parameters["seed"] = 9;
  Settings precision = first;
  precision.problem.precision = Precision::fp64;
  Settings size = first;
  size.problem.parameters["side"] = 5;
  int starts = 0;
  for (const Settings& other : {seed, precision, size}) {
    expect_right(*execute(first));
    expect_right(*execute(other));
    starts += 2;
    EXPECT_EQ(fake_log().starts, starts);
  }
}

TEST_F(Iterate, AnotherWayToComputeCarriesOn) {
  Settings settings = sum(10);
  expect_right(*execute(settings));
  settings.execution.variants["advance"].cpu = "other";
  settings.problem.steps = 15;
  expect_right(*execute(settings));
  settings.execution.threads = 3;
  settings.execution.shares = {0.25};
  settings.execution.memory = MemoryKind::managed;
  settings.execution.block = {32, 4};
  settings.execution.steps_per_frame = 99;
  settings.look.palette = "gray";
  settings.problem.steps = 22;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 1);
  EXPECT_EQ(fake_log().steps(), 22);
  EXPECT_EQ(fake_log().whom, (std::vector<std::string_view>{"plain", "other", "other"}));
}

TEST_F(Iterate, FromTheStartLeavesTheKeptStateAlone) {
  expect_right(*execute(sum(30)));
  const auto apart = execute(sum(4), CheckedRun{});
  expect_right(*apart);
  expect_right(*execute(sum(50), InteractiveRun{.from_start = true}));
  EXPECT_EQ(fake_log().steps(), 30 + 4 + 50);
  expect_right(*execute(sum(33)));
  EXPECT_EQ(fake_log().steps(), 30 + 4 + 50 + 3);
}

TEST_F(Iterate, WhatIsSpoiledHoldsNoRightValues) {
  // what a variant does not write shows in memory that is new, and in memory that had right values
  for (int i = 0; i < 2; ++i) {
    fake_log().skipped_row = 2;
    const auto wrong = execute(sum(1), CheckedRun{});
    for (int x = 0; x < 7; ++x) EXPECT_TRUE(std::isnan(wrong->field.value(x, 2))) << i;
    fake_log().skipped_row = -1;
    expect_right(*execute(sum(1), CheckedRun{}));
  }
}

/// Each step finds in its spare plane what the second step before has left there, which may be right.
TEST_F(Iterate, WhatALaterStepOfAPersonsFileLeavesOutShowsWhereItIsCompared) {
  fake_log().before = [](int call) { fake_log().skipped_row = call == 4 ? 2 : -1; };
  const std::stop_source nobody;
  LocalExecutor guarded(Guards::around);
  const CheckedRun one_by_one{.stop = nobody.get_token(), .band = 0};
  const auto frame = guarded.execute(*planned(sum(4)).plan, one_by_one);
  ASSERT_TRUE(frame);
  ASSERT_EQ(fake_log().asked, (std::vector<int>{1, 1, 1, 1}));
  for (int x = 0; x < 7; ++x) {
    EXPECT_TRUE(std::isnan(frame->field.value(x, 2)));
    EXPECT_EQ(frame->field.value(x, 0), static_cast<double>(expected_column(sum(4), x).front()));
  }
}

TEST_F(Iterate, RestartsDoTheSameWorkEachTime) {
  // two planes, whose views are left exchanged by an odd number of steps
  const Settings settings = sum(7, 2);
  (void)execute(sum(40, 2));
  for (int i = 0; i < 3; ++i) {
    fake_log().asked.clear();
    fake_log().from.clear();
    const auto frame = execute(settings, TimedRun{});
    expect_right(*frame);
    EXPECT_EQ(frame->timing.steps, 7);
    EXPECT_EQ(fake_log().asked, std::vector<int>{7});
    EXPECT_EQ(fake_log().from, std::vector<std::int64_t>{0});
  }
  // other steps, another way to compute, and back to a run that is carried on
  Settings other = sum(12, 2);
  choose_variant(other, fake_iteration(), "other");
  expect_right(*execute(other, TimedRun{}));
  EXPECT_EQ(fake_log().asked.back(), 12);
  fake_log().asked.clear();
  expect_right(*execute(sum(15, 2)));
  EXPECT_EQ(fake_log().asked, std::vector<int>{3});
  // another problem has another start
  Settings seeded = settings;
  seeded.problem.parameters["seed"] = 5;
  expect_right(*execute(seeded, TimedRun{}));
}

TEST_F(Iterate, RestartsUseTheSameMemoryInTheSameOrder) {
  std::vector<const void*> first;
  for (int i = 0; i < 3; ++i) {
    std::vector<const void*> planes;
    fake_log().planes = [&](std::span<FieldView> views) {
      for (const FieldView& each : views) planes.push_back(each.data);
    };
    (void)execute(sum(5, 2), TimedRun{});
    if (i == 0) first = planes;
    ASSERT_EQ(planes.size(), 3U);
    EXPECT_EQ(planes, first);
  }
  fake_log().planes = nullptr;
}

TEST_F(Iterate, RestartsPaintAndSettleAnew) {
  Settings painted = sum(9);
  painted.problem.strokes = {dab(0, 2, 2, 50), dab(4, 3, 3, 70)};
  for (int i = 0; i < 2; ++i) expect_right(*execute(painted, TimedRun{}));
  const Settings settling = halve(100, 1, 4, 0);
  for (int i = 0; i < 3; ++i) {
    const auto settled = execute(settling, TimedRun{});
    EXPECT_TRUE(settled->settled);
    EXPECT_EQ(settled->steps, 12);  // 1000/2⁸ = 3, 1000/2¹² = 0
    EXPECT_EQ(settled->timing.steps, 12);
    EXPECT_EQ(settled->measured.size(), 3U) << "of this run alone";
  }
}

TEST_F(Iterate, StrokesArePaintedAtTheirStep) {
  for (const int history : {1, 2}) {
    Settings settings = sum(40, history);
    settings.problem.strokes = {dab(0, 3, 3, 500), dab(7, 0, 0, 100), dab(7, 6, 6, 200), dab(40, 2, 5, 300),
                                dab(41, 1, 1, 9)};
    expect_right(*execute(settings));
    // in pieces: a stroke may fall on a frame's last step
    Executor pieces;
    for (const std::int64_t steps : {0, 5, 7, 12, 40, 41, 60}) {
      settings.problem.steps = steps;
      expect_right(*pieces.execute(*planned(settings).plan, {}));
    }
    fake_log() = {};
  }
}

TEST_F(Iterate, AStrokeThatIsAppendedCarriesOn) {
  Settings settings = sum(10);
  settings.problem.strokes = {dab(3, 1, 2, 50)};
  expect_right(*execute(settings));
  settings.problem.strokes.push_back(dab(10, 4, 4, 70));  // at the step that is shown
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().steps(), 10);
  settings.problem.strokes.push_back(dab(12, 5, 1, 80));
  settings.problem.steps = 20;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 1);
  EXPECT_EQ(fake_log().steps(), 20);
}

TEST_F(Iterate, AChangedStrokeStartsOver) {
  Settings settings = sum(10);
  settings.problem.strokes = {dab(3, 1, 2, 50), dab(5, 4, 4, 60)};
  expect_right(*execute(settings));
  settings.problem.strokes[0].amount = 51;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 2);
  settings.problem.strokes.pop_back();
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 3);
  settings.problem.strokes.push_back(dab(9, 0, 6, 10));  // before the step that is reached
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 4);
}

TEST_F(Iterate, ACancelBetweenChunksKeepsWhatWasReached) {
  std::stop_source cancel;
  fake_log().before = [&](int call) {
    if (call == 5) cancel.request_stop();
  };
  const Settings settings = sum(5000);
  EXPECT_FALSE(execute(settings, InteractiveRun{.waiter = {.stop = cancel.get_token()}}).has_value());
  ASSERT_EQ(fake_log().asked.size(), 5U);
  EXPECT_EQ(fake_log().asked.front(), 1);  // how long a step takes is not yet known
  std::int64_t reached = fake_log().steps();
  // the fifth call was of one step, and was not finished, or of several, and was
  if (fake_log().asked.back() == 1) --reached;
  fake_log() = {};
  expect_right(*execute(settings, InteractiveRun{.waiter = {.stop = std::stop_source().get_token()}}));
  EXPECT_EQ(fake_log().starts, 0);
  EXPECT_EQ(fake_log().steps(), 5000 - reached);
  EXPECT_EQ(fake_log().from.front(), reached);
}

/// Told steps: with times that are given, and no clock.
class TellsSteps : public ::testing::Test {
 protected:
  using Told = std::vector<std::pair<std::string, double>>;
  /// How a frame is computed that somebody may give up, or nobody.
  RunManner manner(bool can_be_given_up) {
    RunManner out;
    if (can_be_given_up) out.waiter.stop = somebody_.get_token();
    out.waiter.progress = [this](std::string_view what, double share) { told_.emplace_back(what, share); };
    return out;
  }
  [[nodiscard]] const Told& told() const { return told_; }

 private:
  std::stop_source somebody_;
  Told told_;
};

TEST_F(TellsSteps, AsSharesOfTheFramesStepsAndTheirEnd) {
  const RunManner how = manner(true);
  ToldSteps steps(how, 100, 500, 300);  // steps before this frame's have taken 500 ms
  steps.reach(100, 500);
  EXPECT_TRUE(told().empty()) << "none is taken";
  steps.reach(150, 510);
  steps.reach(250, 530);
  steps.end();
  EXPECT_EQ(told(), (Told{{"steps", 0.25}, {"steps", 0.75}, {"", 1}}));
}

TEST_F(TellsSteps, AllOfThemInOtherWordsThanThoseThatGoOn) {
  const RunManner how = manner(true);
  ToldSteps steps(how, 0, 0, 100);
  steps.reach(50, chunk_ms);
  steps.end();
  EXPECT_EQ(told(), (Told{{"steps from the start", 0.5}, {"", 1}}));
}

TEST_F(TellsSteps, NoMoreOftenThanAChunkTakes) {
  const RunManner how = manner(true);
  ToldSteps steps(how, 0, 0, 1000);
  for (int step = 1; step < 1000; ++step) steps.reach(step, 0.1 * step);  // calls of a tenth of a ms
  EXPECT_EQ(told().size(), static_cast<std::size_t>(100 / chunk_ms));
}

TEST_F(TellsSteps, NothingWhereAllAreTakenInOneCallOrNobodyCanGiveThemUp) {
  const RunManner how = manner(true);
  ToldSteps at_once(how, 0, 0, 1000);
  at_once.reach(0, 0);
  at_once.end();
  const RunManner whole = manner(false);
  ToldSteps kept(whole, 0, 0, 1000);
  kept.reach(500, 60'000);
  kept.end();
  EXPECT_TRUE(told().empty());
}

TEST_F(Iterate, ACancelledSingleStepLeavesTheStateRight) {
  for (const int history : {1, 2}) {
    expect_right(*execute(sum(6, history)));
    std::stop_source cancel;
    const auto calls = static_cast<int>(fake_log().asked.size());
    fake_log().after = [&](int call, int row) {
      if (call > calls && row == 3) cancel.request_stop();
    };
    EXPECT_FALSE(execute(sum(7, history), InteractiveRun{.waiter = {.stop = cancel.get_token()}}).has_value());
    EXPECT_EQ(fake_log().asked.back(), 1);
    fake_log().after = {};
    expect_right(*execute(sum(6, history)));
    expect_right(*execute(sum(8, history)));
    EXPECT_EQ(fake_log().starts, history);
    fake_log() = {};
  }
}

TEST_F(Iterate, ATimedOrCheckedRunIsGivenUpWithinItsSteps) {
  for (const bool timed : {true, false}) {
    for (const bool in_place : {false, true}) {
      std::stop_source cancel;
      const ExecuteOptions how = timed ? ExecuteOptions(TimedRun{.stop = cancel.get_token()})
                                       : ExecuteOptions(CheckedRun{.stop = cancel.get_token()});
      Settings settings = in_place ? halve(60, 20, 100, 0) : sum(60);
      settings.problem.parameters["in_place"] = in_place ? 1 : 0;
      const auto right = execute(settings, how);
      ASSERT_TRUE(right);
      EXPECT_EQ(fake_log().asked, std::vector<int>{60}) << "its steps are not cut into pieces";
      fake_log().after = [&](int, int row) {
        if (row == 3) cancel.request_stop();
      };
      EXPECT_FALSE(execute(settings, how).has_value());
      EXPECT_EQ(fake_log().asked, (std::vector<int>{60, 60}));
      fake_log().after = {};
      const auto again = execute(settings, TimedRun{});  // nothing of what was left half done is carried on
      for (int y = 0; y < 7; ++y) EXPECT_EQ(again->field.value(2, y), right->field.value(2, y)) << y;
      const auto carried_on = execute(settings);
      for (int y = 0; y < 7; ++y) EXPECT_EQ(carried_on->field.value(2, y), right->field.value(2, y)) << y;
      fake_log() = {};
    }
  }
}

TEST_F(Iterate, AStepInPlaceIsNotLeftHalfDone) {
  Settings settings = halve(1, 20, 1, 0);
  settings.problem.parameters["in_place"] = 1;
  (void)execute(settings);
  std::stop_source cancel;
  fake_log().after = [&](int, int row) {
    if (row == 3) cancel.request_stop();
  };
  settings.problem.steps = 2;
  (void)execute(settings, InteractiveRun{.waiter = {.stop = cancel.get_token()}});
  fake_log().after = {};
  const auto frame = execute(settings);
  for (int y = 0; y < 7; ++y) EXPECT_EQ(frame->field.value(2, y), (20000 - 2 - y) / 4) << y;
  EXPECT_EQ(fake_log().starts, 1);
}

TEST_F(Iterate, AnErrorOnTheWayLeavesNoHalfDoneState) {
  (void)execute(sum(5));
  fake_log().before = [](int call) {
    if (call == 2) throw DeviceError("a device that failed");
  };
  EXPECT_THROW((void)execute(sum(9)), DeviceError);
  expect_right(*execute(sum(9)));
  EXPECT_EQ(fake_log().starts, 2);
}

}  // namespace
}  // namespace heteroscope
