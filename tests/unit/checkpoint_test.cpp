// The state of an iteration that is kept on the way, and gone on with: what is right is known from powers of a matrix.
#include <cstring>

#include "core/run/iteration/checkpoint_pace.hpp"
#include "core/run/iteration/checkpoint_store.hpp"
#include "core/run/iteration/plane_rows.hpp"
#include "tests/unit/iterate_fixture.hpp"

namespace heteroscope::testing {
namespace {

/// Keeps it in memory, and stops where it is told to.
class Memory final : public CheckpointStore {
 public:
  [[nodiscard]] const IterationPoint* begun() const override { return kept ? &*kept : nullptr; }
  void restore(std::span<const FieldView> planes, Rows rows) override {
    ++restored;
    for (std::size_t i = 0; i < planes.size(); ++i) {
      const RowsOfPlane piece = rows_of_plane(planes[i], rows);
      ASSERT_EQ(bytes.at(i).size(), piece.bytes);
      std::memcpy(piece.data, bytes[i].data(), piece.bytes);
    }
  }
  void keep(const IterationPoint& point, std::span<const FieldView> planes, Rows own, Peers*) override {
    kept = point;
    bytes.clear();
    for (const FieldView& each : planes) {
      const RowsOfPlane piece = rows_of_plane(each, own);
      bytes.emplace_back(piece.data, piece.data + piece.bytes);
    }
    ++times;
  }
  bool go_on(std::int64_t step, std::int64_t /*target*/) override { return step < stop_at; }

  std::optional<IterationPoint> kept;
  std::vector<std::vector<std::byte>> bytes;
  std::int64_t stop_at = std::numeric_limits<std::int64_t>::max();
  int restored = 0;
  int times = 0;
};

class Checkpoint : public Iterate {
 protected:
  /// By an executor of its own, as another process would.
  static std::optional<Frame> execute_anew(const Settings& settings, Memory& memory, double every_ms) {
    Executor executor;
    return executor.execute(*planned(settings).plan, WholeRun{.checkpoint = {.store = &memory, .every_ms = every_ms}});
  }
};

constexpr double never_ms = 1e9;

TEST_F(Checkpoint, GoesOnToTheSameState) {
  for (const int history : {1, 2}) {
    for (const std::int64_t stop : {1, 2, 66, 4100}) {
      SCOPED_TRACE(stop);
      Memory memory;
      memory.stop_at = stop;
      EXPECT_FALSE(execute_anew(sum(100'000, history), memory, never_ms));
      ASSERT_TRUE(memory.kept);
      EXPECT_GE(memory.kept->step, stop);
      EXPECT_LT(memory.kept->step, 100'000);
      EXPECT_EQ(memory.times, 1);
      memory.stop_at = 1'000'000;
      const auto frame = execute_anew(sum(100'000, history), memory, never_ms);
      ASSERT_TRUE(frame);
      expect_right(*frame);
      EXPECT_EQ(frame->timing.steps, 100'000 - memory.kept->step) << "the others are not taken again";
      EXPECT_EQ(memory.restored, 1);
    }
  }
}

TEST_F(Checkpoint, GoesOnToMoreSteps) {
  Memory memory;
  memory.stop_at = 60;
  EXPECT_FALSE(execute_anew(sum(100), memory, never_ms));
  memory.stop_at = 10'000;
  const auto frame = execute_anew(sum(5000), memory, never_ms);
  ASSERT_TRUE(frame);
  expect_right(*frame);
}

TEST_F(Checkpoint, StrokesArePaintedOnce) {
  Settings settings = sum(400);
  settings.problem.strokes = {dab(0, 1, 1, 5), dab(30, 2, 3, 7), dab(300, 4, 4, 9)};
  for (const std::int64_t stop : {1, 60}) {
    Memory memory;
    memory.stop_at = stop;
    EXPECT_FALSE(execute_anew(settings, memory, never_ms));
    ASSERT_TRUE(memory.kept);
    EXPECT_EQ(memory.kept->painted, stop == 1 ? 1U : 2U);
    memory.stop_at = 10'000;
    const auto frame = execute_anew(settings, memory, never_ms);
    ASSERT_TRUE(frame);
    expect_right(*frame);
  }
}

TEST_F(Checkpoint, WhatWasMeasuredIsKept) {
  Settings settings = halve(1000, 50, 1, 1);
  const Frame whole = execute(settings).value();
  ASSERT_TRUE(whole.settled);
  ASSERT_GT(whole.measured.size(), 3U);
  Memory memory;
  memory.stop_at = 1;
  EXPECT_FALSE(execute_anew(settings, memory, never_ms));
  memory.stop_at = 10'000;
  const auto frame = execute_anew(settings, memory, never_ms);
  ASSERT_TRUE(frame);
  EXPECT_TRUE(frame->settled);
  EXPECT_EQ(frame->steps, whole.steps);
  ASSERT_EQ(frame->measured.size(), whole.measured.size());
  for (std::size_t i = 0; i < whole.measured.size(); ++i) {
    EXPECT_EQ(frame->measured[i].step, whole.measured[i].step);
    EXPECT_EQ(frame->measured[i].value, whole.measured[i].value);
    EXPECT_GT(frame->measured[i].ms, i == 0 ? 0 : frame->measured[i - 1].ms);
  }
}

TEST_F(Checkpoint, IsKeptAsOftenAsAsked) {
  Memory always;
  ASSERT_TRUE(execute_anew(sum(200), always, 0));
  EXPECT_GT(always.times, 2);
  EXPECT_LT(always.kept->step, 200) << "of what is finished nothing has to be kept";
  Memory never;
  ASSERT_TRUE(execute_anew(sum(200), never, never_ms));
  EXPECT_EQ(never.times, 0);
}

TEST(CheckpointPace, LooksAtLeastAfterEachStepAndNotAfterAll) {
  CheckpointPace pace(never_ms, 10, nullptr);
  EXPECT_EQ(pace.next(), 11);
  std::int64_t step = 11;
  int looks = 0;
  while (step < 1'000'000) {
    EXPECT_FALSE(pace.due(step));
    EXPECT_GT(pace.next(), step);
    step = pace.next();
    ++looks;
  }
  EXPECT_LT(looks, 100) << "steps that take no time";
}

}  // namespace
}  // namespace heteroscope::testing
