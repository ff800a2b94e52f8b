#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/color/value_quantiles.hpp"
#include "core/memory/buffer.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/run/local_executor.hpp"
#include "kernels/registry.hpp"
#include "tests/printed_ids.hpp"

/// What a worker computes is what this process computes: the same bits, and the same is said about them.
namespace heteroscope {
namespace {

Settings small(const Workload& workload) {
  Settings out = default_settings(workload);
  out.problem.size = {97, 61};
  if (const Parameter* const side = workload.size_parameter(out.problem.parameters))
    out.problem.parameters[std::string(side->id)] = 67;
  out.problem.steps = workload.iterates() ? 5 : 0;
  out.execution.threads = 2;
  out.look.scale = id_of(ColorScale::histogram);
  // as the window has it, which keeps the values of a source that is not read now
  if (workload.image) {
    const Workload& source = find_workload(catalog(), "mandelbrot");
    out.problem.source = {.id = std::string(source.id), .values = initial_values(source.parameters)};
  }
  return out;
}

Plan planned(Settings settings, Isolation isolation) {
  settings.execution.isolation = isolation;
  const Planned out = plan(settings, catalog(), device::all());
  if (!out) throw BadInput(out.refusal);
  return *out.plan;
}

Frame executed(Executor& executor, const Settings& settings, Isolation isolation, const ExecuteOptions& options) {
  auto out = executor.execute(planned(settings, isolation), options);
  if (!out) throw BadInput("it was cancelled");
  return *std::move(out);
}

void expect_same_facts(const Frame& one, const Frame& other) {
  EXPECT_EQ(one.summary.minimum, other.summary.minimum);
  EXPECT_EQ(one.summary.maximum, other.summary.maximum);
  EXPECT_EQ(one.summary.count, other.summary.count);
  EXPECT_EQ(one.steps, other.steps);
  EXPECT_EQ(one.settled, other.settled);
  EXPECT_EQ(one.reduced, other.reduced);
  EXPECT_EQ(one.work.operations, other.work.operations);
  EXPECT_EQ(one.work.unit, other.work.unit);
  EXPECT_EQ(one.plan.parts, other.plan.parts);
  EXPECT_EQ(one.input.size(), other.input.size());
  EXPECT_EQ(one.quantiles == nullptr, other.quantiles == nullptr);
  EXPECT_EQ(one.states.size(), other.states.size());
  EXPECT_EQ(one.measured.size(), other.measured.size());
  EXPECT_EQ(one.traces.front().passes.size(), other.traces.front().passes.size());
  ASSERT_EQ(one.figures.size(), other.figures.size());
  for (std::size_t i = 0; i < one.figures.size(); ++i) {
    EXPECT_EQ(one.figures[i].label, other.figures[i].label);
    EXPECT_EQ(one.figures[i].value, other.figures[i].value);
  }
}

std::int64_t differing(const Field& one, const Field& other) {
  return compare(one.host_view(), other.host_view()).differing;
}

class Isolated : public ::testing::TestWithParam<const Workload*> {};

TEST_P(Isolated, AWorkerMakesTheSameFrame) {
  const Settings settings = small(*GetParam());
  Executor executor;
  for (const bool trace : {false, true}) {
    const InteractiveRun run{.trace = trace, .from_start = true};
    const Frame here = executed(executor, settings, Isolation::no, run);
    // the second frame goes through memory that the first one was in, with a source that is there already
    for (int time = 0; time < 2; ++time) {
      const Frame there = executed(executor, settings, Isolation::yes, run);
      EXPECT_EQ(differing(here.field, there.field), 0);
      expect_same_facts(here, there);
      if (!here.input.empty()) {
        EXPECT_EQ(differing(here.input, there.input), 0);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Workloads, Isolated, ::testing::ValuesIn(catalog().begin(), catalog().end()),
                         [](const auto& info) { return std::string(info.param->id); });

TEST(IsolatedRun, GoesOnFromItsOwnState) {
  Settings settings = small(find_workload(catalog(), "heat"));
  Executor executor;
  const Frame first = executed(executor, settings, Isolation::yes, WholeRun{});
  settings.problem.steps = 8;
  const Frame second = executed(executor, settings, Isolation::yes, WholeRun{});
  EXPECT_EQ(second.timing.steps, 3);
  Executor other;
  EXPECT_EQ(differing(executed(other, settings, Isolation::no, WholeRun{}).field, second.field), 0);
  // a frame that somebody still holds keeps its values
  settings.problem.steps = 5;
  EXPECT_EQ(differing(executed(other, settings, Isolation::no, CheckedRun{}).field, first.field), 0);
}

/// The worker keeps the last plan, and memory is lent ahead for a frame that may be another.
TEST(IsolatedRun, FramesOfOnePlanAndOfOthersFollowOnEachOther) {
  Executor here;
  Executor there;
  std::vector<std::pair<Frame, Frame>> frames;
  for (const char* const workload : {"mandelbrot", "heat", "blur"}) {
    Settings settings = small(find_workload(catalog(), workload));
    for (const int height : {61, 61, 61, 62, 61}) {
      settings.problem.size.height = height;
      settings.problem.steps += settings.problem.steps > 0 ? 1 : 0;
      const InteractiveRun run{.from_start = true};
      frames.emplace_back(executed(here, settings, Isolation::no, run), executed(there, settings, Isolation::yes, run));
    }
  }
  // those that somebody still holds keep their values
  for (const auto& [one, other] : frames) {
    ASSERT_EQ(one.field.size(), other.field.size());
    EXPECT_EQ(differing(one.field, other.field), 0);
  }
}

TEST(LentResults, AreComputedIntoWhatWasLent) {
  for (const char* const workload : {"mandelbrot", "heat", "histogram"}) {
    Settings settings = small(find_workload(catalog(), workload));
    settings.execution.processor = Processor::cpu;
    const Plan plan = planned(settings, Isolation::no);
    const Size size = plan.output.size;
    const auto memory = std::make_shared<std::vector<double>>(static_cast<std::size_t>(size.area()));
    const auto bytes = static_cast<std::size_t>(size.area()) * bytes_of(plan.output.precision);
    const auto buffer = std::make_shared<Buffer>(std::shared_ptr<void>(memory, memory->data()), bytes);
    LocalExecutor executor;
    executor.lend(buffer);
    std::optional<Frame> frame = executor.execute(plan, InteractiveRun{.from_start = true});
    const bool is_there = frame.value().field.host_view().data == memory->data();
    EXPECT_EQ(is_there, workload != std::string("histogram")) << "numbers alone are no field that a stage writes";
    const std::optional<Frame> next = executor.execute(plan, InteractiveRun{.from_start = true});
    EXPECT_NE(next.value().field.host_view().data, memory->data());
    EXPECT_EQ(differing(frame->field, next->field), 0);
    frame.reset();
    EXPECT_EQ(buffer.use_count(), 1) << "nothing holds it after its frame";
    executor.lend(buffer);
    const std::optional<Frame> timed = executor.execute(plan, TimedRun{});
    EXPECT_NE(timed.value().field.host_view().data, memory->data()) << "a time would depend on whose memory it is";
  }
}

/// A window tells by the number whether it has shown a frame.
TEST(IsolatedRun, FramesOfBothProcessesAreNumberedInOneRow) {
  const Settings settings = small(find_workload(catalog(), "mandelbrot"));
  Executor executor;
  std::uint64_t last = 0;
  for (const Isolation where : {Isolation::no, Isolation::no, Isolation::yes, Isolation::no, Isolation::yes}) {
    const Frame frame = executed(executor, settings, where, WholeRun{});
    EXPECT_EQ(frame.serial, last + 1);
    last = frame.serial;
  }
}

TEST(IsolatedRun, IsGivenUpOnRequest) {
  Settings settings = small(find_workload(catalog(), "mandelbrot"));
  settings.problem.size = {2000, 2000};
  settings.problem.parameters["max_iterations"] = 1000000;
  settings.problem.parameters["span"] = 0.01;
  settings.problem.parameters["center_re"] = -0.1;
  Executor executor;
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(
      executor.execute(planned(settings, Isolation::yes), InteractiveRun{.waiter = {.stop = stop.get_token()}}));
  // the worker is there for the next one
  EXPECT_EQ(executed(executor, small(find_workload(catalog(), "mandelbrot")), Isolation::yes, WholeRun{}).field.size(),
            (Size{97, 61}));
}

TEST(IsolatedRun, SaysWhatIsWrongThere) {
  Settings settings = small(find_workload(catalog(), "blur"));
  settings.problem.source = {.id = "file", .file = "/gone.png"};
  Executor executor;
  Plan plan_with_file = planned(small(find_workload(catalog(), "blur")), Isolation::yes);
  plan_with_file.settings.problem.source = settings.problem.source;
  EXPECT_THROW((void)executor.execute(plan_with_file, WholeRun{}), BadInput);
}

TEST(IsolatedRun, ComputesAPartOfAResult) {
  const Settings settings = small(find_workload(catalog(), "mandelbrot"));
  const Cutout part{.x = 10, .y = 7, .size = {33, 21}, .whole = settings.problem.size};
  Executor executor;
  const auto made = [&](Isolation isolation) {
    Settings asked = settings;
    asked.execution.isolation = isolation;
    return executor.execute(*plan_part(asked, catalog(), device::all(), part).plan, PartRun{}).value();
  };
  EXPECT_EQ(differing(made(Isolation::no).field, made(Isolation::yes).field), 0);
}

}  // namespace
}  // namespace heteroscope
