#include <gtest/gtest.h>

#include <cstddef>
#include <deque>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/numbers/dice.hpp"
#include "core/run/gather.hpp"
#include "core/run/stage_run.hpp"
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

const Variant& on_cpu() {
  static const Variant variant = [] {
    Variant out;
    out.run = [](const MapJob& job) { compute(job.output, job.rows); };
    return out;
  }();
  return variant;
}

const Variant& on_gpu() {
  static const Variant variant = [] {
    Variant out;
    out.processor = Processor::gpu;
    out.run = [](const MapJob& job) {
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

Plan drawn_plan(Dice& dice) {
  Plan plan;
  plan.workload = &workload();
  plan.threads = 2;
  plan.gpu_memory_apart = true;
  plan.settings.problem.precision = Precision::fp32;
  plan.settings.execution.memory = MemoryKind::device;
  const int gpus = dice.whole_int(1, 3);
  const bool cpu = dice.chance(0.5);
  for (int i = 0; i < gpus; ++i) plan.participants.push_back({Processor::gpu, i});
  if (cpu) plan.participants.push_back({Processor::cpu});
  plan.settings.execution.processor = cpu ? Processor::split : Processor::gpu;
  plan.settings.execution.sharing = dice.one_of({Sharing::by_hand, Sharing::automatic, Sharing::queue});
  const int side = dice.whole_int(1, 300);
  plan.output = {{side, side}, Precision::fp32, dice.one_of({Domain::whole, Domain::lower_triangle})};
  PlannedStage& stage = plan.stages.emplace_back();
  stage.stage = &workload().stages.front();
  stage.cpu = cpu ? &on_cpu() : nullptr;
  stage.gpu = &on_gpu();
  Parts& parts = plan.parts.emplace_back();
  for (int begin = 0; parts.size() < plan.participants.size(); begin = parts.back().end) {
    const bool last = parts.size() + 1 == plan.participants.size();
    parts.push_back({begin, last ? side : dice.whole_int(begin, side)});
  }
  return plan;
}

RunManner drawn_manner(Dice& dice, const std::stop_source& never) {
  RunManner out;
  out.destination = dice.one_of({Destination::host, Destination::device, Destination::screen});
  out.spoil = dice.chance(0.5);
  if (dice.chance(0.3)) out.waiter.stop = never.get_token();
  if (dice.chance(0.3)) out.caches = CacheState::led_in;
  if (dice.chance(0.25)) out.most_band = dice.whole_int(1, 20);
  return out;
}

TEST(Sending, RowsArriveWholeInWhateverOrderStreamsGo) {
  const std::stop_source never;
  BufferPool pool;
  std::deque<GpuRun> gpus;
  for (int i = 0; i < 3; ++i) {
    const device::Use use(i);
    gpus.emplace_back(pool);
  }
  for (unsigned seed = 1; seed <= 300; ++seed) {
    Dice dice(seed, 0);
    testing::set_order(seed);
    const Plan plan = drawn_plan(dice);
    StageContext context{.plan = plan,
                         .how = drawn_manner(dice, never),
                         .pool = pool,
                         .participants = std::vector<ParticipantContext>(plan.participants.size()),
                         .input_summary = {},
                         .undo_lead_in = {}};
    for (std::size_t i = 0; i < plan.participants.size(); ++i) {
      if (plan.participants[i].is_gpu()) context.participants[i].gpu = &gpus[i];
    }
    Timing timing = empty_timing(plan);
    const std::optional<Field> field = run_rows(context, 0, {}, timing);
    ASSERT_TRUE(field) << seed;
    EXPECT_TRUE(testing::all_done()) << seed;
    const FieldView view = context.how.destination == Destination::host ? field->host_view() : field->device_view();
    const int* const values = static_cast<const int*>(view.data);
    int wrong = 0;
    for (int y = 0; y < view.size.height; ++y) {
      for (int x = 0; x < view.values(y); ++x)
        wrong += values[static_cast<std::ptrdiff_t>(y) * view.size.width + x] == value_at(x, y) ? 0 : 1;
    }
    EXPECT_EQ(wrong, 0) << seed;
    EXPECT_EQ(timing.rows(Processor::gpu) + timing.rows(Processor::cpu), plan.output.size.height) << seed;
  }
}

}  // namespace
}  // namespace heteroscope
