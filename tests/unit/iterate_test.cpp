#include "core/iterate.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <limits>
#include <optional>

#include "core/compare.hpp"
#include "core/verify.hpp"
#include "tests/unit/fake_iteration.hpp"
#include "tests/unit/fake_workload.hpp"

/// How a state is carried on from frame to frame, with a fake workload. Expected values of the rule `sum` come from
/// powers of its matrix by repeated squaring, those of `halve` from the closed form ⌊v/2ᵏ⌋.
namespace heteroscope {
namespace {

using testing::fake_log;
using testing::fake_modulus;
using testing::FakeLog;
using testing::FakeRule;
using Column = std::vector<std::int64_t>;
using Matrix = std::vector<Column>;

Matrix product(const Matrix& a, const Matrix& b) {
  const std::size_t n = a.size();
  Matrix out(n, Column(n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t k = 0; k < n; ++k) out[i][j] = (out[i][j] + a[i][k] * b[k][j]) % fake_modulus;
    }
  }
  return out;
}

Column applied(const Matrix& matrix, const Column& column) {
  Column out(column.size());
  for (std::size_t i = 0; i < column.size(); ++i) {
    for (std::size_t k = 0; k < column.size(); ++k) out[i] = (out[i] + matrix[i][k] * column[k]) % fake_modulus;
  }
  return out;
}

/// `steps` steps of the rule `sum` on a column: its values, and after them those of the step before where it looks
/// back.
Column advanced(Column column, int height, std::int64_t steps) {
  const std::size_t n = column.size();
  const auto h = static_cast<std::size_t>(height);
  Matrix matrix(n, Column(n));
  for (std::size_t i = 0; i < h; ++i) {
    for (std::size_t k = i > 0 ? i - 1 : 0; k < std::min(i + 2, h); ++k) matrix[i][k] = 1;
    if (n > h) matrix[i][h + i] = matrix[h + i][i] = 1;
  }
  for (; steps > 0; steps /= 2) {
    if (steps % 2 == 1) column = applied(matrix, column);
    matrix = product(matrix, matrix);
  }
  return column;
}

/// A column of the settings' result.
Column expected_column(const Settings& settings, int x) {
  const std::any parameters = testing::fake_iteration().bind(settings.parameters);
  const FakeRule& rule = testing::fake_rule(parameters);
  Column column(static_cast<std::size_t>(rule.side * rule.history));
  for (std::size_t i = 0; i < column.size(); ++i) {
    column[i] = testing::fake_start(rule, x, static_cast<int>(i) % rule.side);
  }
  std::int64_t step = 0;
  for (const Stroke& stroke : settings.strokes) {
    if (stroke.step > settings.steps) break;
    column = advanced(column, rule.side, stroke.step - step);
    step = stroke.step;
    if (std::lround(stroke.x * (rule.side - 1)) != x) continue;
    const auto y = static_cast<std::size_t>(std::lround(stroke.y * (rule.side - 1)));
    for (std::size_t i = y; i < column.size(); i += static_cast<std::size_t>(rule.side)) {
      column[i] = (column[i] + static_cast<std::int64_t>(stroke.amount)) % fake_modulus;
    }
  }
  return advanced(column, rule.side, settings.steps - step);
}

void expect_right(const Frame& frame) {
  const Settings& settings = frame.plan.settings;
  EXPECT_EQ(frame.steps, settings.steps);
  const Size size = frame.field.size();
  for (int x = 0; x < size.width; ++x) {
    const Column column = expected_column(settings, x);
    for (int y = 0; y < size.height; ++y) {
      ASSERT_EQ(frame.field.value(x, y), static_cast<double>(column[static_cast<std::size_t>(y)]))
          << x << ", " << y << " after " << settings.steps << " steps";
    }
  }
}

class Iterate : public ::testing::Test {
 protected:
  Iterate() { fake_log() = {}; }
  ~Iterate() override { fake_log() = {}; }

  static Settings sum(std::int64_t steps, int history = 1) {
    Settings out = default_settings(testing::fake_iteration());
    out.parameters["history"] = history;
    out.parameters["check_every"] = 100;
    out.precision = Precision::fp32;
    out.steps = steps;
    return out;
  }
  /// Settles where 1000 · seed, halved, is at most the threshold.
  static Settings halve(std::int64_t steps, int seed, int check_every, double threshold) {
    Settings out = default_settings(testing::fake_iteration());
    out.parameters["rule"] = 1;
    out.parameters["seed"] = seed;
    out.parameters["check_every"] = check_every;
    out.parameters["threshold"] = threshold;
    out.steps = steps;
    return out;
  }
  static Planned planned(const Settings& settings) {
    device::Facts none;
    none.why_not = "no GPU in this test";
    return plan(settings, testing::iteration_catalog(), none);
  }
  std::optional<Frame> execute(const Settings& settings, const ExecuteOptions& options = {}) {
    return executor_.execute(*planned(settings).plan, options);
  }

  Executor executor_;
};

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
  seed.parameters["seed"] = 9;
  Settings precision = first;
  precision.precision = Precision::fp64;
  Settings size = first;
  size.parameters["side"] = 5;
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
  settings.variants["advance"].cpu = "other";
  settings.steps = 15;
  expect_right(*execute(settings));
  settings.threads = 3;
  settings.split = 0.25;
  settings.memory = MemoryKind::managed;
  settings.block = {32, 4};
  settings.steps_per_frame = 99;
  settings.look.palette = "gray";
  settings.steps = 22;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 1);
  EXPECT_EQ(fake_log().steps(), 22);
  EXPECT_EQ(fake_log().whom, (std::vector<std::string_view>{"plain", "other", "other"}));
}

TEST_F(Iterate, FromTheStartLeavesTheKeptStateAlone) {
  expect_right(*execute(sum(30)));
  const auto apart = execute(sum(4), {.from_start = true, .spoil = true});
  expect_right(*apart);
  expect_right(*execute(sum(50), {.from_start = true}));
  EXPECT_EQ(fake_log().steps(), 30 + 4 + 50);
  expect_right(*execute(sum(33)));
  EXPECT_EQ(fake_log().steps(), 30 + 4 + 50 + 3);
}

TEST_F(Iterate, WhatIsSpoiledHoldsNoRightValues) {
  // the pool hands the spoiled memory to the next state: what a variant does not write shows
  const auto right = execute(sum(6), {.from_start = true, .spoil = true});
  fake_log().skipped_row = 2;
  const auto wrong = execute(sum(1), {.from_start = true});
  for (int x = 0; x < 7; ++x) EXPECT_TRUE(std::isnan(wrong->field.value(x, 2)));
  expect_right(*right);  // the result is a copy
}

TEST_F(Iterate, AgainTakesAsManyMore) {
  (void)execute(sum(10));
  const auto more = execute(sum(10), {.again = true});
  EXPECT_EQ(more->timing.steps, 10);
  EXPECT_EQ(more->steps, 20);
  EXPECT_EQ(more->field.value(3, 3), static_cast<double>(expected_column(sum(20), 3)[3]));
  EXPECT_EQ(fake_log().starts, 1);
  // the state is a right one all the same
  expect_right(*execute(sum(25)));
  EXPECT_EQ(fake_log().steps(), 25);
  expect_right(*execute(sum(20)));
  EXPECT_EQ(fake_log().starts, 2);
}

TEST_F(Iterate, AgainGoesOnWhereItSettledButIsNoResult) {
  const Settings settings = halve(100, 1, 4, 0);
  const auto settled = execute(settings);
  ASSERT_TRUE(settled->settled);
  EXPECT_EQ(settled->steps, 12);  // 1000/2⁸ = 3, 1000/2¹² = 0
  Settings more = settings;
  more.steps = 6;
  EXPECT_EQ(execute(more, {.again = true})->timing.steps, 6);
  const auto afresh = execute(settings);
  EXPECT_EQ(afresh->steps, 12);
  EXPECT_EQ(fake_log().starts, 2);
}

Stroke dab(std::int64_t step, int x, int y, double amount) {
  return {.step = step, .x = x / 6.0, .y = y / 6.0, .radius = 0.2, .amount = amount};
}

TEST_F(Iterate, StrokesArePaintedAtTheirStep) {
  for (const int history : {1, 2}) {
    Settings settings = sum(40, history);
    settings.strokes = {dab(0, 3, 3, 500), dab(7, 0, 0, 100), dab(7, 6, 6, 200), dab(40, 2, 5, 300), dab(41, 1, 1, 9)};
    expect_right(*execute(settings));
    // in pieces: a stroke may fall on a frame's last step
    Executor pieces;
    for (const std::int64_t steps : {0, 5, 7, 12, 40, 41, 60}) {
      settings.steps = steps;
      expect_right(*pieces.execute(*planned(settings).plan, {}));
    }
    fake_log() = {};
  }
}

TEST_F(Iterate, AStrokeThatIsAppendedCarriesOn) {
  Settings settings = sum(10);
  settings.strokes = {dab(3, 1, 2, 50)};
  expect_right(*execute(settings));
  settings.strokes.push_back(dab(10, 4, 4, 70));  // at the step that is shown
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().steps(), 10);
  settings.strokes.push_back(dab(12, 5, 1, 80));
  settings.steps = 20;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 1);
  EXPECT_EQ(fake_log().steps(), 20);
}

TEST_F(Iterate, AChangedStrokeStartsOver) {
  Settings settings = sum(10);
  settings.strokes = {dab(3, 1, 2, 50), dab(5, 4, 4, 60)};
  expect_right(*execute(settings));
  settings.strokes[0].amount = 51;
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 2);
  settings.strokes.pop_back();
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 3);
  settings.strokes.push_back(dab(9, 0, 6, 10));  // before the step that is reached
  expect_right(*execute(settings));
  EXPECT_EQ(fake_log().starts, 4);
}

TEST_F(Iterate, ACancelBetweenChunksKeepsWhatWasReached) {
  std::atomic<bool> cancel{false};
  fake_log().before = [&](int call) { cancel = call == 5; };
  const Settings settings = sum(5000);
  EXPECT_FALSE(execute(settings, {.cancel = &cancel}).has_value());
  ASSERT_EQ(fake_log().asked.size(), 5U);
  EXPECT_EQ(fake_log().asked.front(), 1);  // how long a step takes is not yet known
  std::int64_t reached = fake_log().steps();
  // the fifth call was of one step, and was not finished, or of several, and was
  if (fake_log().asked.back() == 1) --reached;
  fake_log() = {};
  cancel = false;
  expect_right(*execute(settings, {.cancel = &cancel}));
  EXPECT_EQ(fake_log().starts, 0);
  EXPECT_EQ(fake_log().steps(), 5000 - reached);
  EXPECT_EQ(fake_log().from.front(), reached);
}

TEST_F(Iterate, ACancelledSingleStepLeavesTheStateRight) {
  for (const int history : {1, 2}) {
    expect_right(*execute(sum(6, history)));
    std::atomic<bool> cancel{false};
    const auto calls = static_cast<int>(fake_log().asked.size());
    fake_log().after = [&](int call, int row) {
      if (call > calls && row == 3) cancel = true;
    };
    EXPECT_FALSE(execute(sum(7, history), {.cancel = &cancel}).has_value());
    EXPECT_EQ(fake_log().asked.back(), 1);
    fake_log().after = {};
    expect_right(*execute(sum(6, history)));
    expect_right(*execute(sum(8, history)));
    EXPECT_EQ(fake_log().starts, history);
    fake_log() = {};
  }
}

TEST_F(Iterate, AStepInPlaceIsNotLeftHalfDone) {
  Settings settings = halve(1, 20, 1, 0);
  settings.parameters["in_place"] = 1;
  (void)execute(settings);
  std::atomic<bool> cancel{false};
  fake_log().after = [&](int, int row) {
    if (row == 3) cancel = true;
  };
  settings.steps = 2;
  (void)execute(settings, {.cancel = &cancel});
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
      part.steps = steps;
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
  settings.strokes = {dab(9, 3, 3, 4000)};
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
  settings.strokes = {dab(500, 3, 3, 4000)};
  const auto at_once = execute(settings);
  // the steps from 9 to 500 change nothing; then the checks are after 501, 504 and 507 steps: ⌊4009/2⁷⌋ = 31
  EXPECT_EQ(fake_log().steps(), 9 + 7);
  EXPECT_EQ(at_once->steps, 507);
  EXPECT_EQ(at_once->field.value(3, 3), 31);
  EXPECT_TRUE(at_once->settled);
  Executor pieces;
  for (const std::int64_t steps : {4, 100, 499, 500, 502, 600, 1000}) {
    settings.steps = steps;
    const auto frame = pieces.execute(*planned(settings).plan, {});
    EXPECT_EQ(frame->steps, steps < 100 ? 4 : steps < 500 ? 9 : std::min<std::int64_t>(steps, 507)) << steps;
  }
  EXPECT_EQ(fake_log().steps(), 2 * (9 + 7));
}

TEST_F(Iterate, TakesNoMoreThanTheMostSteps) {
  Settings settings = sum(1000);
  settings.parameters["most"] = 17;
  const auto frame = execute(settings);
  EXPECT_EQ(frame->steps, 17);
  EXPECT_FALSE(frame->settled);
  EXPECT_EQ(fake_log().steps(), 17);
  Settings exactly = settings;
  exactly.steps = 17;
  expect_right(*execute(exactly));
  EXPECT_EQ(fake_log().steps(), 17);
  // past them for timing, and back
  EXPECT_EQ(execute(settings, {.again = true})->timing.steps, 17);
  EXPECT_EQ(execute(settings)->steps, 17);
}

TEST_F(Iterate, AFramesWorkIsThatOfItsSteps) {
  EXPECT_EQ(execute(sum(10))->work.operations, 10 * 49);
  EXPECT_EQ(execute(sum(13))->work.operations, 3 * 49);
}

TEST_F(Iterate, ALongTraceEndsWhereItsListIsFull) {
  ChunkSink sink(1);
  for (std::size_t i = 0; i < most_traced_chunks + 5; ++i) sink.add(0, 1, i, i);
  EXPECT_EQ(sink.collect().size(), most_traced_chunks);
  EXPECT_EQ(sink.dropped(), 5U);
}

TEST_F(Iterate, VerifyFindsAWrongStep) {
  device::Facts none;
  none.why_not = "no GPU in this test";
  Verifier verifier(testing::iteration_catalog(), none);
  Settings settings = sum(13);
  settings.variants["advance"].cpu = "other";
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
  settings.steps = 14;  // another reference
  EXPECT_EQ(verifier.run(settings).outcome, Outcome::passed);
}

TEST_F(Iterate, PlansSayWhatIsWrong) {
  const auto wrong = [](auto change) {
    Settings settings = sum(3);
    change(settings);
    return testing::refusal([&] { planned(settings); });
  };
  EXPECT_EQ(wrong([](Settings& s) { s.steps = -1; }), "steps: -1 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong([](Settings& s) { s.steps = most_steps + 1; }), "steps: 1000000000001 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong([](Settings& s) { s.steps_per_frame = 0; }), "steps per frame: 0 is outside 1 to 100000");
  EXPECT_EQ(wrong([](Settings& s) {
              s.strokes = {dab(5, 1, 1, 1), dab(4, 1, 1, 1)};
            }),
            "strokes[1].step: 4 comes after 5; strokes are in the order of their steps");
  EXPECT_EQ(wrong([](Settings& s) { s.strokes = {dab(-1, 1, 1, 1)}; }),
            "strokes[0].step: -1 is outside 0 to 1000000000000");
  EXPECT_EQ(wrong([](Settings& s) { s.strokes = {dab(0, 7, 1, 1)}; }).rfind("strokes[0].x: 1.1666", 0), 0U);
  EXPECT_EQ(wrong([](Settings& s) { s.strokes = {dab(0, 1, -6, 1)}; }), "strokes[0].y: -1 is outside 0 to 1");
  EXPECT_EQ(wrong([](Settings& s) {
              s.strokes = {dab(0, 1, 1, 1)};
              s.strokes[0].radius = 0;
            }),
            "strokes[0].radius: 0 is not above 0 and up to 1");
  EXPECT_EQ(wrong([](Settings& s) { s.strokes = {dab(0, 1, 1, std::numeric_limits<double>::quiet_NaN())}; }),
            "strokes[0].amount: nan is not a finite number");
  EXPECT_EQ(wrong([](Settings& s) { s.strokes.assign(most_strokes + 1, dab(0, 1, 1, 1)); }),
            "strokes: 100001 are too many (at most 100000)");
  EXPECT_EQ(wrong([](Settings& s) { s.strokes.assign(most_strokes, dab(0, 1, 1, 1)); }), "(nothing thrown)");
}

TEST_F(Iterate, WhatCannotBeSplitIsRefusedInASplitAlone) {
  device::Facts gpu;
  gpu.available = true;
  gpu.memory_bytes = std::size_t{1} << 34;
  Settings settings = sum(3);
  settings.parameters["alone"] = 1;
  settings.processor = Processor::split;
  EXPECT_EQ(plan(settings, testing::iteration_catalog(), gpu).refusal, "split: this rule needs all rows at once");
  settings.processor = Processor::cpu;
  EXPECT_TRUE(plan(settings, testing::iteration_catalog(), gpu));
}

TEST_F(Iterate, ASizeBeyondMemoryIsNamedByItsParameter) {
  Settings settings = sum(1, 2);
  settings.parameters["side"] = 65536;
  settings.precision = Precision::fp64;
  // two planes, a spare and the result of 2³² values of 8 bytes
  if (0.8 * static_cast<double>(host_memory()) > 4 * 8.0 * 65536 * 65536) GTEST_SKIP() << "it fits this computer";
  const std::string refusal = planned(settings).refusal;
  EXPECT_EQ(refusal.rfind("side: 65536 in fp64 takes 137.4 GB; this computer has ", 0), 0U) << refusal;
}

TEST_F(Iterate, LimitsAreNamedWithNumbersThatCanBeUsed) {
  const Workload& workload = testing::fake_iteration();
  EXPECT_EQ(workload.past_limit({{"speed", 5}}), "");
  EXPECT_EQ(workload.past_limit({{"speed", 5.5}}), "speed: 5.5 is past 5, the speed limit");
  EXPECT_EQ(workload.past_limit({}), "");
  EXPECT_EQ(limit_text(0.25), "0.25");
  EXPECT_EQ(limit_text(0.34816169542566), "0.348161695");  // 0.348162 would be past it
  EXPECT_EQ(limit_text(0.0681818181818), "0.0681818");
}

}  // namespace
}  // namespace heteroscope
