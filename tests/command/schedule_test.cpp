#include "app/bench/schedule.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include "app/bench/runner.hpp"

/// How long rows are measured that share a time, on a clock that only they move.
namespace heteroscope::testing {
namespace {

/// A row of which each run takes so long.
struct TimedRow {
  double run_ms = 0;
  bool whole_call = false;
};

class SharedTime : public ::testing::Test {
 protected:
  static constexpr double all_ms = 10e3;

  /// Its variant moves the clock.
  [[nodiscard]] static PlannedCase case_of(const TimedRow& row) {
    static const Variant variant = [] {
      static constexpr std::array precisions{Precision::fp32};
      Variant out;
      out.processor = Processor::cpu;
      out.knobs.precisions = precisions;
      out.run = [](const MapJob& job) { clock_ms += job.parameters_as<double>(); };
      return out;
    }();
    static const Workload workload = [] {
      Workload out;
      out.id = "timed";
      out.bind = [](const Values&) { return std::any(0.0); };
      out.stages = {Stage{"wait", {{"wait", &variant}}, "wait", ""}};
      out.work = [](const std::any&, Size, Precision, const Summary&) {
        return Work{.operations = 1, .unit = "waits"};
      };
      return out;
    }();
    static const std::array<const Workload*, 1> all{&workload};
    Settings settings = default_settings(workload);
    settings.problem.precision = Precision::fp32;
    settings.problem.size = {1, 1};
    settings.execution.processor = Processor::cpu;
    PlannedCase out{.what = {.whole_call = row.whole_call}, .plan = plan(settings, all, device::all()).plan.value()};
    out.plan.parameters = row.run_ms;
    return out;
  }

  /// Each row by itself, as `bench` does. Returns how many runs each has.
  std::vector<std::size_t> measure(const std::vector<TimedRow>& rows) {
    clock_ms = 0;
    const Schedule::Now now = [] { return clock_ms; };
    Schedule schedule(all_ms, now);
    for (std::size_t i = 0; i < rows.size(); ++i) schedule.add(500);
    Runner runner(
        {.sampling = {.within = -1}}, [] { return false; }, now);
    std::vector<std::size_t> out;
    for (const TimedRow& row : rows) {
      const PlannedCase one = case_of(row);
      schedule.begin(1, 500);
      runner.set_share(*schedule.share_ms() / (row.whole_call ? 2 : 1));
      const std::vector<CaseRuns> runs = runner.run({&one, 1});
      EXPECT_EQ(runs.size(), 1U) << "it is complete";
      schedule.end();
      out.push_back(runs.front().runs.size());
      EXPECT_EQ(runs.front().first_counts, row.run_ms > 1000) << "of the slow ones it is the one that counts";
      EXPECT_EQ(runs.front().whole_ms.empty(), !row.whole_call);
    }
    return out;
  }

  /// Measures the cases in turns, with so many runs each. Returns the parts that were known whenever the runner asked
  /// whether it is to stop, and how many different ones these are.
  static std::pair<std::vector<double>, std::size_t> parts_told(int runs, std::span<const PlannedCase> cases) {
    clock_ms = 0;
    std::vector<double> parts;
    const Runner* asked = nullptr;
    const auto look = [&] {
      if (asked != nullptr) parts.push_back(asked->part());
      return false;
    };
    Runner runner({.sampling = {.runs = runs}}, look, [] { return clock_ms; });
    asked = &runner;
    EXPECT_EQ(runner.run(cases).size(), cases.size());
    EXPECT_EQ(runner.part(), 1);
    EXPECT_TRUE(std::ranges::is_sorted(parts));
    const std::set<double> different(parts.begin(), parts.end());
    return {std::move(parts), different.size()};
  }

  static inline double clock_ms = 0;
};

TEST_F(SharedTime, IsKeptByRowsOfAllKinds) {
  std::vector<TimedRow> rows(40, {.run_ms = 30});
  for (const std::size_t slow : {3U, 17U}) rows[slow].run_ms = 1400;
  for (const std::size_t called : {5U, 25U}) rows[called].whole_call = true;
  const std::vector<std::size_t> runs = measure(rows);
  EXPECT_LE(clock_ms, all_ms);
  EXPECT_GT(clock_ms, 0.8 * all_ms) << "and it is made use of";
  EXPECT_EQ(runs[3], 1U);
  EXPECT_EQ(runs[17], 1U);
  EXPECT_GE(runs[0], 5U);
  EXPECT_GE(runs.back(), 3U) << "the slow ones leave less, but not nothing";
}

TEST_F(SharedTime, FastRowsLeaveTheirsToTheOthers) {
  std::vector<TimedRow> rows(20, {.run_ms = 0.01});
  rows.back().run_ms = 400;
  const std::vector<std::size_t> runs = measure(rows);
  EXPECT_EQ(runs.front(), 1000U);
  EXPECT_EQ(runs.back(), 10U) << "its least number, which takes eight times an equal share";
  EXPECT_LE(clock_ms, all_ms);
}

/// Where there is less than a run for each, each has one.
TEST_F(SharedTime, EachRowRunsOnce) {
  const std::vector<std::size_t> runs = measure(std::vector<TimedRow>(10, {.run_ms = 3000}));
  EXPECT_EQ(std::ranges::count(runs, 1U), 10);
  EXPECT_EQ(clock_ms, 30e3);
}

/// Nothing else would be told of them until all are there.
TEST_F(SharedTime, RowsInTurnsTellHowFarTheyAre) {
  const std::array cases{case_of({.run_ms = 30}), case_of({.run_ms = 60, .whole_call = true})};
  const auto [parts, different] = parts_told(10, cases);
  ASSERT_FALSE(parts.empty());
  EXPECT_EQ(parts.front(), 0);
  EXPECT_GE(different, 20U) << "each run counts";
}

/// What it takes to work that out would stand in the caches of the next run.
TEST_F(SharedTime, RowsTellNothingNewWithinATurn) {
  const std::array cases{case_of({.run_ms = 2})};
  const auto [parts, different] = parts_told(20, cases);
  EXPECT_GE(parts.size(), 20U);
  EXPECT_EQ(different, 3U) << "before its first run, and before each of its turns of ten";
}

TEST(Schedule, NeverLessThanNothingIsLeft) {
  double clock_ms = 0;
  Schedule schedule(std::nullopt, [&] { return clock_ms; });
  for (const double rough_ms : {0.3, 0.2, 0.1}) schedule.add(rough_ms);
  schedule.begin(1, 0.3);
  clock_ms += 1;
  schedule.end();
  schedule.begin(2, 0.2 + 0.1);  // in binary more than is left of the sum of all
  clock_ms += 1;
  schedule.progress(1);
  ASSERT_TRUE(schedule.left_ms());
  EXPECT_GE(*schedule.left_ms(), 0);
  EXPECT_LE(schedule.share(), 1);
}

TEST(Schedule, RowsUnderWayTellTheirPart) {
  double clock_ms = 0;
  Schedule schedule(std::nullopt, [&] { return clock_ms; });
  for (int i = 0; i < 3; ++i) schedule.add(1000);
  EXPECT_EQ(schedule.share(), 0);
  schedule.begin(2, 2000);
  clock_ms += 3000;
  EXPECT_EQ(schedule.left_ms(), std::nullopt) << "they take longer than was thought";
  schedule.progress(0.5);
  EXPECT_DOUBLE_EQ(schedule.share(), 1.0 / 3);
  EXPECT_EQ(schedule.left_ms(), 3000 + 3000) << "as long again, and half of that for the third";
  schedule.progress(0.25);
  EXPECT_DOUBLE_EQ(schedule.share(), 1.0 / 3) << "it does not go back";
  schedule.end();
  EXPECT_DOUBLE_EQ(schedule.share(), 2.0 / 3);
  schedule.begin(1, 1000);
  schedule.end();
  EXPECT_EQ(schedule.share(), 1);
  const BenchProgress all = progress_of(schedule, "the end");
  EXPECT_EQ(all.done, 3U);
  EXPECT_EQ(all.share, 1);
  EXPECT_EQ(all.now, "the end");
}

TEST(Schedule, APreparationMovesTheShareAndIsNoRow) {
  double clock_ms = 0;
  Schedule schedule(std::nullopt, [&] { return clock_ms; });
  schedule.add_preparation(1000);
  for (int i = 0; i < 2; ++i) schedule.add(500);
  schedule.begin_preparation(1000);
  EXPECT_TRUE(schedule.prepares());
  EXPECT_EQ(schedule.share(), 0);
  clock_ms += 4000;
  schedule.progress(0.5);
  EXPECT_DOUBLE_EQ(schedule.share(), 0.25);
  const BenchProgress now = progress_of(schedule, "noise");
  EXPECT_TRUE(now.prepares);
  EXPECT_EQ(now.done, 0U);
  EXPECT_EQ(now.all, 2U);
  EXPECT_EQ(now.left_s, std::nullopt) << "no row tells how long rows take";
  schedule.end();
  EXPECT_DOUBLE_EQ(schedule.share(), 0.5);
  schedule.begin(1, 500);
  EXPECT_FALSE(schedule.prepares());
  EXPECT_EQ(schedule.left_ms(), 1000) << "what was thought: the preparation tells nothing of rows";
  schedule.end();
  EXPECT_DOUBLE_EQ(schedule.share(), 0.75);
}

TEST(Schedule, WhatWasPreparedOnceIsNotCountedAgain) {
  Schedule schedule;
  schedule.add_preparation(1000);
  schedule.add(500);
  for (int i = 0; i < 2; ++i) {
    schedule.begin_preparation(1000);
    schedule.progress(1);
    EXPECT_DOUBLE_EQ(schedule.share(), 2.0 / 3);
    schedule.end();
  }
  EXPECT_DOUBLE_EQ(schedule.share(), 2.0 / 3);
}

TEST(Schedule, ARowThatIsLeftOutIsNotWaitedFor) {
  Schedule schedule;
  for (const double rough_ms : {1000.0, 3000.0}) schedule.add(rough_ms);
  schedule.leave_out(3000);
  EXPECT_EQ(schedule.all(), 1U);
  schedule.begin(1, 1000);
  schedule.progress(0.5);
  EXPECT_DOUBLE_EQ(schedule.share(), 0.5);
  schedule.end();
  EXPECT_EQ(schedule.share(), 1);
  EXPECT_EQ(schedule.done(), 1U);
}

TEST(Schedule, TellsHowLongTheRestTakes) {
  double clock_ms = 5;
  Schedule schedule(std::nullopt, [&] { return clock_ms; });
  for (const double rough_ms : {500.0, 500.0, 4000.0}) schedule.add(rough_ms);
  EXPECT_EQ(schedule.share_ms(), std::nullopt);
  EXPECT_EQ(schedule.left_ms(), std::nullopt) << "nothing is known yet";
  schedule.begin(1, 500);
  EXPECT_EQ(schedule.left_ms(), 5000) << "what was thought";
  clock_ms += 250;
  EXPECT_EQ(schedule.left_ms(), 4750);
  schedule.end();
  EXPECT_EQ(schedule.left_ms(), 2250) << "half of what was thought, by the one that is there";
  schedule.begin(1, 500);
  clock_ms += 100;
  EXPECT_EQ(schedule.left_ms(), 2150) << "it runs down";
  clock_ms += 900;
  EXPECT_EQ(schedule.left_ms(), 2000) << "but not below the rest";
  schedule.end();
  EXPECT_EQ(schedule.left_ms(), 4000 * 1250.0 / 1000);
}

TEST(Schedule, SaysNothingOnceItWasThoughtWrong) {
  double clock_ms = 0;
  Schedule schedule(std::nullopt, [&] { return clock_ms; });
  schedule.add(500);
  schedule.begin(1, 500);
  clock_ms += 501;
  EXPECT_EQ(schedule.left_ms(), std::nullopt);
}

TEST(Schedule, SharesWhatIsLeft) {
  double clock_ms = 0;
  Schedule schedule(1000, [&] { return clock_ms; });
  for (int i = 0; i < 4; ++i) schedule.add(500);
  EXPECT_EQ(schedule.share_ms(), 250);
  schedule.begin(2, 1000);
  clock_ms += 400;
  schedule.end();
  EXPECT_EQ(schedule.share_ms(), 300);
  EXPECT_EQ(schedule.left_ms(), 400);
  EXPECT_EQ(schedule.done(), 2U);
  EXPECT_EQ(schedule.all(), 4U);
  schedule.begin(1, 500);
  clock_ms += 700;
  schedule.end();
  EXPECT_EQ(schedule.share_ms(), 0);
}

}  // namespace
}  // namespace heteroscope::testing
