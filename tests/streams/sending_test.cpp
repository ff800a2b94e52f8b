#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <functional>
#include <limits>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/numbers/dice.hpp"
#include "core/run/shares/gather.hpp"
#include "core/run/shares/stage_run.hpp"
#include "tests/streams/deferred_device.hpp"

/// Rows that are sent while others are computed arrive whole, in whatever order streams do what they may.
namespace heteroscope {
namespace {

int value_at(int x, int y) {
  return 1000 * y + x;
}

void compute(const FieldView& out, Rows rows) {
  for (int y = rows.begin; y < rows.end; ++y) {
    int* const row = static_cast<int*>(out.data) + static_cast<std::ptrdiff_t>(y) * out.size.width;
    for (int x = 0; x < out.values(y); ++x) row[x] = value_at(x, y);
  }
}

/// The calls of variants, by whichever threads. One of them can end the frame.
class NotedCalls {
 public:
  struct Call {
    CUstream_st* stream;  ///< null: of the CPU
    Rows rows;
    std::thread::id thread;
  };
  static NotedCalls& get() {
    static NotedCalls calls;
    return calls;
  }
  /// Forgets them. `end_frame()` is called in the call of that number, from 0 on.
  void clear(std::size_t last = std::numeric_limits<std::size_t>::max(), std::function<void()> end_frame = {}) {
    const std::lock_guard lock(mutex_);
    calls_.clear();
    last_ = last;
    end_frame_ = std::move(end_frame);
  }
  void note(const MapJob& job) {
    std::function<void()> end_frame;
    {
      const std::lock_guard lock(mutex_);
      if (calls_.size() == last_) end_frame = end_frame_;
      calls_.push_back({job.stream, job.rows, std::this_thread::get_id()});
    }
    if (end_frame) end_frame();
  }
  [[nodiscard]] std::vector<Call> all() const {
    const std::lock_guard lock(mutex_);
    return calls_;
  }

 private:
  mutable std::mutex mutex_;
  std::vector<Call> calls_;
  std::size_t last_ = 0;
  std::function<void()> end_frame_;
};

const Variant& on_cpu() {
  static const Variant variant = [] {
    Variant out;
    out.run = [](const MapJob& job) {
      NotedCalls::get().note(job);
      compute(job.output, job.rows);
    };
    return out;
  }();
  return variant;
}

const Variant& on_gpu() {
  static const Variant variant = [] {
    Variant out;
    out.processor = Processor::gpu;
    out.run = [](const MapJob& job) {
      NotedCalls::get().note(job);
      testing::on_stream(job.stream, [output = job.output, rows = job.rows] { compute(output, rows); });
    };
    return out;
  }();
  return variant;
}

const Workload& workload() {
  static const Workload made = [] {
    Workload out;
    out.id = "places";
    out.stages = {Stage{"places", {{"plain", &on_cpu()}, {"cuda_plain", &on_gpu()}}, "plain", "cuda_plain", Map{}}};
    out.work = [](const std::any&, Size size, Precision, const Summary&) {
      Work work;
      work.operations = static_cast<double>(size.area());
      work.fma_per_operation = 1;
      return work;
    };
    return out;
  }();
  return made;
}

/// Of so many rows and columns, by the first GPUs and perhaps the CPU. It has no rows yet.
Plan plan_of(int gpus, bool cpu, int side, Domain domain = Domain::whole) {
  Plan plan;
  plan.workload = &workload();
  plan.threads = 2;
  plan.gpu_memory_apart = true;
  plan.settings.problem.precision = Precision::fp32;
  plan.settings.execution.memory = MemoryKind::device;
  for (int i = 0; i < gpus; ++i) plan.participants.push_back({Processor::gpu, i});
  if (cpu) plan.participants.push_back({Processor::cpu});
  plan.settings.execution.processor = cpu ? Processor::split : Processor::gpu;
  plan.output = {{side, side}, Precision::fp32, domain};
  PlannedStage& stage = plan.stages.emplace_back();
  stage.stage = &workload().stages.front();
  stage.cpu = cpu ? &on_cpu() : nullptr;
  stage.gpu = &on_gpu();
  return plan;
}

/// Gives the participants their rows: `border(begin)` returns where those of one that begin there end.
template <class Border>
void share_out(Plan& plan, Border border) {
  const int side = plan.output.size.height;
  Parts& parts = plan.parts.emplace_back();
  for (int begin = 0; parts.size() < plan.participants.size(); begin = parts.back().end) {
    const bool last = parts.size() + 1 == plan.participants.size();
    parts.push_back({begin, last ? side : border(begin)});
  }
}

Plan even_plan(int gpus, bool cpu, int side) {
  Plan out = plan_of(gpus, cpu, side);
  const int rows = side / static_cast<int>(out.participants.size());
  share_out(out, [rows](int begin) { return begin + rows; });
  return out;
}

Plan drawn_plan(Dice& dice) {
  const int gpus = dice.whole_int(1, 3);
  const bool cpu = dice.chance(0.5);
  const int side = dice.whole_int(1, 300);
  Plan plan = plan_of(gpus, cpu, side, dice.one_of({Domain::whole, Domain::lower_triangle}));
  plan.settings.execution.sharing = dice.one_of({Sharing::by_hand, Sharing::automatic, Sharing::queue});
  share_out(plan, [&](int begin) { return dice.whole_int(begin, side); });
  return plan;
}

RunManner drawn_manner(Dice& dice, const std::stop_source& stop) {
  RunManner out;
  out.destination = dice.one_of({Destination::host, Destination::device, Destination::screen});
  out.spoil = dice.chance(0.5);
  if (dice.chance(0.3)) out.waiter.stop = stop.get_token();
  if (dice.chance(0.3)) out.caches = CacheState::led_in;
  if (dice.chance(0.25)) out.most_band = dice.whole_int(1, 20);
  return out;
}

class Sending : public ::testing::Test {
 protected:
  Sending() { renew_gpus(); }

  /// Nothing is known of what their rows take.
  void renew_gpus() {
    gpus_.clear();
    for (int i = 0; i < 3; ++i) {
      const device::Use use(i);
      gpus_.emplace_back(pool_);
    }
  }

  std::optional<Field> run(const Plan& plan, const RunManner& how, Timing& timing) {
    StageContext context{.plan = plan,
                         .how = how,
                         .pool = pool_,
                         .participants = std::vector<ParticipantContext>(plan.participants.size()),
                         .input_summary = {},
                         .undo_lead_in = {}};
    for (std::size_t i = 0; i < plan.participants.size(); ++i) {
      const Participant& each = plan.participants[i];
      if (each.is_gpu()) context.participants[i].gpu = &gpus_[static_cast<std::size_t>(each.device)];
    }
    return run_rows(context, 0, {}, timing);
  }
  std::optional<Field> run(const Plan& plan, const RunManner& how) {
    Timing timing = empty_timing(plan);
    return run(plan, how, timing);
  }

  /// The rows of the launches on a GPU's own stream, in their order.
  std::vector<Rows> launched_by(std::size_t gpu) const {
    std::vector<Rows> out;
    for (const NotedCalls::Call& each : NotedCalls::get().all()) {
      if (each.stream == gpus_[gpu].stream().get()) out.push_back(each.rows);
    }
    return out;
  }

  BufferPool pool_;
  std::deque<GpuRun> gpus_;
};

/// Values that are not as they should be.
int wrong_values(const Field& field, Destination destination) {
  const FieldView view = destination == Destination::host ? field.host_view() : field.device_view();
  const int* const values = static_cast<const int*>(view.data);
  int wrong = 0;
  for (int y = 0; y < view.size.height; ++y) {
    for (int x = 0; x < view.values(y); ++x)
      wrong += values[static_cast<std::ptrdiff_t>(y) * view.size.width + x] == value_at(x, y) ? 0 : 1;
  }
  return wrong;
}

TEST_F(Sending, RowsArriveWholeInWhateverOrderStreamsGo) {
  const std::stop_source never;
  NotedCalls::get().clear();
  for (unsigned seed = 1; seed <= 300; ++seed) {
    Dice dice(seed, 0);
    testing::set_order(seed);
    const Plan plan = drawn_plan(dice);
    const RunManner how = drawn_manner(dice, never);
    Timing timing = empty_timing(plan);
    const std::optional<Field> field = run(plan, how, timing);
    ASSERT_TRUE(field) << seed;
    EXPECT_TRUE(testing::all_done()) << seed;
    EXPECT_EQ(wrong_values(*field, how.destination), 0) << seed;
    EXPECT_EQ(timing.rows(Processor::gpu) + timing.rows(Processor::cpu), plan.output.size.height) << seed;
  }
}

/// A frame that is given up, or that a variant's call fails, leaves no work behind that writes to memory which others
/// have next.
TEST_F(Sending, WhatEndsEarlyLeavesNothingUnderWay) {
  int ended_early = 0;
  for (unsigned seed = 1; seed <= 300; ++seed) {
    Dice dice(seed, 1);
    testing::set_order(seed);
    const Plan plan = drawn_plan(dice);
    std::stop_source stop;
    const RunManner how = drawn_manner(dice, stop);
    const bool fails = dice.chance(0.5);
    NotedCalls::get().clear(static_cast<std::size_t>(dice.whole_int(0, 20)), [&] {
      if (fails) throw DeviceError("this call fails");
      stop.request_stop();
    });
    try {
      const std::optional<Field> field = run(plan, how);
      ended_early += field ? 0 : 1;
      if (field) {
        EXPECT_EQ(wrong_values(*field, how.destination), 0) << seed;
      }
    } catch (const DeviceError&) {
      EXPECT_TRUE(fails) << seed;
      ++ended_early;
    }
    EXPECT_TRUE(testing::all_done()) << seed;
  }
  EXPECT_GT(ended_early, 50);
}

/// Its times are those of one launch with nothing beside it, and of a copy behind it.
TEST_F(Sending, AGpuThatComputesAloneIsLaunchedOnce) {
  for (const int gpu : {0, 1}) {
    Plan plan = even_plan(1, false, 256);
    plan.participants.front().device = gpu;
    for (const Destination destination : {Destination::host, Destination::device, Destination::screen}) {
      for (const CacheState caches : {CacheState::as_it_is, CacheState::led_in, CacheState::cold}) {
        NotedCalls::get().clear();
        Timing timing = empty_timing(plan);
        const auto field = run(plan, {.destination = destination, .caches = caches}, timing);
        ASSERT_TRUE(field);
        EXPECT_EQ(wrong_values(*field, destination), 0);
        const std::vector<Rows> once{{0, 256}};
        const std::vector<Rows> twice{{0, 256}, {0, 256}};
        EXPECT_EQ(launched_by(static_cast<std::size_t>(gpu)), caches == CacheState::led_in ? twice : once);
        EXPECT_EQ(timing.participants.front().sending, 0);
      }
    }
  }
}

/// The one ahead has all rows; those that are timed and sent follow.
TEST_F(Sending, ALaunchAheadPrecedesPieces) {
  const Plan plan = even_plan(2, false, 512);
  std::vector<std::size_t> calls;
  for (const CacheState caches : {CacheState::as_it_is, CacheState::led_in}) {
    NotedCalls::get().clear();
    renew_gpus();
    const auto field = run(plan, {.destination = Destination::device, .caches = caches});
    ASSERT_TRUE(field);
    EXPECT_EQ(wrong_values(*field, Destination::device), 0);
    calls.push_back(NotedCalls::get().all().size());
    const std::vector<Rows> where_it_is_wanted = launched_by(0);
    EXPECT_EQ(where_it_is_wanted.size(), caches == CacheState::led_in ? 2U : 1U);
    EXPECT_EQ(launched_by(1).front() == (Rows{256, 512}), caches == CacheState::led_in);
  }
  EXPECT_GT(calls.front(), 2U);
  EXPECT_EQ(calls.back(), calls.front() + 2) << "each GPU has one more";
}

/// A thread of its own would wait for a core beside the CPU's, and note the end late.
TEST_F(Sending, PiecesThatAreKnownAreLaunchedByWhoStartsThem) {
  const std::stop_source never;
  for (const bool can_be_stopped : {false, true}) {
    RunManner how{.destination = Destination::host};
    if (can_be_stopped) how.waiter.stop = never.get_token();
    NotedCalls::get().clear();
    renew_gpus();
    ASSERT_TRUE(run(even_plan(2, false, 512), how));
    EXPECT_GT(NotedCalls::get().all().size(), 2U);
    for (const NotedCalls::Call& each : NotedCalls::get().all()) EXPECT_EQ(each.thread, std::this_thread::get_id());
  }
}

/// Nobody has to come back for the end, which is behind the last piece when that is launched.
TEST(LaunchPipeline, EndsBehindTheLastPieceThatIsKnown) {
  for (const bool overlap : {false, true}) {
    FixedRows pieces({{0, 3}, {3, 4}, {4, 9}, {9, 10}, {10, 12}});
    const device::Stream stream;
    LaunchPipeline pipeline;
    int launched = 0;
    int done = 0;
    pipeline.begin({.pieces = pieces,
                    .launch =
                        [&](Rows piece, const device::Stream& of) {
                          ++launched;
                          testing::on_stream(of.get(), [&done, piece] { done += piece.count(); });
                        },
                    .overlap = overlap},
                   stream);
    EXPECT_FALSE(pipeline.advance());
    EXPECT_EQ(launched, 5);
    stream.synchronize();
    EXPECT_EQ(done, 12) << "all precede what comes next in the stream";
    pipeline.finish();
  }
}

}  // namespace
}  // namespace heteroscope
