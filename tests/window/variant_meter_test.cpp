// The window's times are those of `bench`: as many runs of each variant, in the same order, and the same figures of
// them.
#include "app/window/feature/variant_meter.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/window/features/sweep/sweep_task.hpp"
#include "app/window/features/variants/variants_task.hpp"
#include "core/base/error.hpp"
#include "core/plan/plan.hpp"
#include "tests/unit/fake_proc_stat.hpp"
#include "tests/window/driven_program.hpp"

namespace heteroscope {
namespace {

/// What the variants do, and a clock that only they move.
struct Done {
  std::string order;  ///< a letter a run
  double clock_ms = 0;
  std::chrono::milliseconds first_waits{0};  ///< each variant's first run, by the machine's own clock
};
Done done;

/// Takes `ms` by that clock.
template <char letter, int ms>
void run_timed(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    for (int y = job.rows.begin; y < job.rows.end; ++y) std::fill_n(job.output.row<T>(y), job.output.size.width, T(1));
  });
  if (job.rows.begin > 0) return;
  if (done.order.find(letter) == std::string::npos) std::this_thread::sleep_for(done.first_waits);
  done.order += letter;
  done.clock_ms += ms;
}

Variant variant_of(void (*run)(const MapJob&)) {
  Variant out;
  out.run = run;
  out.knobs.precisions = both_precisions;
  return out;
}

Workload workload_of(const char* id, std::vector<NamedVariant> variants) {
  Workload out;
  out.id = id;
  out.label = id;
  out.stages = {{.id = "fill", .variants = std::move(variants), .default_cpu = "a", .default_gpu = ""}};
  out.parameters = {
      {.id = "side", .kind = ParameterKind::integer, .minimum = 1, .maximum = 300, .initial = 8, .help = ""}};
  out.bind = [](const Values& values) -> std::any {
    const auto found = values.find("side");
    return found == values.end() ? 8 : static_cast<int>(found->second);
  };
  out.output = [](const std::any& parameters, Size, Precision precision) {
    const int side = std::any_cast<int>(parameters);
    return Extent{{side, side}, precision};
  };
  out.work = [](const std::any&, Size size, Precision, const Summary&) {
    return Work{.operations = 1, .unit = "fills", .bytes = static_cast<double>(size.area())};
  };
  return out;
}

Catalog timed() {
  static const Variant a = variant_of(run_timed<'a', 30>);
  static const Variant b = variant_of(run_timed<'b', 1>);
  static const Variant c = variant_of(run_timed<'c', 170>);
  static const Workload workload = workload_of("timed", {{"a", &a}, {"b", &b}, {"c", &c}});
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

Settings settings_of(Catalog catalog) {
  return default_settings(*catalog.front());
}

std::vector<PlannedCase> cases_of(Catalog catalog) {
  std::vector<PlannedCase> out;
  const Stage& stage = catalog.front()->main_stage();
  for (const NamedVariant& each : stage.variants) {
    const Settings settings = alone(settings_of(catalog), stage, each);
    out.push_back(case_of(settings, plan(settings, catalog, device::all()).plan.value(), stage.id));
    out.back().what.variant = each.id;
  }
  return out;
}

Schedule::Now by_that_clock() {
  done = {};
  return [] { return done.clock_ms; };
}

/// How often is decided by that clock alone: no interval is narrow enough.
BenchEffort by_budget(BenchEffort effort = {}) {
  effort.sampling.within = -1;
  return effort;
}

/// What `bench` does with the same cases.
Bench benched(const std::vector<PlannedCase>& cases, const BenchEffort& effort) {
  std::vector<BenchCase> all;
  all.reserve(cases.size());
  for (const PlannedCase& each : cases) all.push_back(each.what);
  CeilingMeter ceilings;
  BenchWatch watch;
  Schedule schedule(std::nullopt, by_that_clock());
  return measure(all, timed(), effort, watch, ceilings, schedule);
}

TEST(VariantMeter, RunsWhatBenchRunsInTheSameTurns) {
  const std::vector<PlannedCase> cases = cases_of(timed());
  for (const BenchEffort& effort : {by_budget(), by_budget(sweep_effort())}) {
    const Bench bench = benched(cases, effort);
    const std::string order = done.order;
    VariantMeter meter(effort, {}, by_that_clock());
    const std::vector<VariantMeter::Outcome> found = meter.measure(cases);
    EXPECT_EQ(done.order, order);
    EXPECT_NE(order.find("abbbbbbb"), std::string::npos) << "in turns: " << order.substr(0, 100);
    ASSERT_EQ(bench.rows.size(), found.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_TRUE(found[i].time);
      EXPECT_EQ(found[i].time->ms.count, bench.rows[i].ms.count) << i;
      EXPECT_EQ(found[i].time->interval.has_value(), bench.rows[i].interval.has_value());
      EXPECT_EQ(found[i].time->threads, bench.rows[i].threads);
      EXPECT_EQ(found[i].time->work.bytes, bench.rows[i].work.bytes);
    }
  }
}

/// Notes what it is told.
struct Heard final : BenchWatch {
  void comes(const BenchProgress& at) override {
    if (all.empty() || all.back().now != at.now) all.push_back(at);
  }
  std::vector<BenchProgress> all;
};

TEST(BenchWatch, IsToldOfCeilingsAndNoiseBeforeTheRows) {
  std::vector<BenchCase> cases;
  for (const PlannedCase& each : cases_of(timed())) cases.push_back(each.what);
  CeilingMeter ceilings;
  Heard watch;
  Schedule schedule(std::nullopt, by_that_clock());
  add_to(schedule, cases, timed(), by_budget());
  const Bench bench = measure(cases, timed(), by_budget(), watch, ceilings, schedule);
  ASSERT_EQ(bench.rows.size(), cases.size());
  ASSERT_GT(watch.all.size(), 2U);
  EXPECT_TRUE(watch.all[0].now.starts_with("ceilings of ")) << watch.all[0].now;
  EXPECT_EQ(watch.all[0].share, 0);
  EXPECT_TRUE(watch.all[1].now.starts_with("noise of ")) << watch.all[1].now;
  EXPECT_GT(watch.all[1].share, 0);
  for (std::size_t i = 1; i < watch.all.size(); ++i) {
    EXPECT_GE(watch.all[i].share, watch.all[i - 1].share) << watch.all[i].now;
    EXPECT_TRUE(!watch.all[i].prepares || watch.all[i - 1].prepares) << watch.all[i].now;
  }
  EXPECT_FALSE(watch.all.back().prepares);
  EXPECT_EQ(schedule.share(), 1);
}

TEST(VariantMeter, TellsTheNoiseBeforeTheTimes) {
  const std::vector<PlannedCase> cases = cases_of(timed());
  VariantMeter meter(by_budget(), {}, by_that_clock());
  std::vector<std::pair<double, std::string>> told;
  meter.tell([&](double part, std::string_view before) { told.emplace_back(part, before); });
  meter.measure(cases);
  ASSERT_GT(told.size(), 2U);
  EXPECT_TRUE(told.front().second.starts_with("noise of ")) << told.front().second;
  EXPECT_EQ(told.back().second, "");
  EXPECT_TRUE(std::ranges::is_sorted(told, {}, &std::pair<double, std::string>::first));
  EXPECT_LE(told.back().first, 1);
  told.clear();
  meter.measure(cases);
  EXPECT_EQ(told.front(), std::make_pair(0.0, std::string())) << "it is known by now";
}

/// A first run that the machine has held up says nothing of how long the others take.
TEST(VariantMeter, TheMachinesOwnClockDecidesNothing) {
  const std::vector<PlannedCase> cases = cases_of(timed());
  const auto order = [&](std::chrono::milliseconds first_waits) {
    VariantMeter meter(by_budget(), {}, by_that_clock());
    done.first_waits = first_waits;
    meter.measure(cases);
    return done.order;
  };
  EXPECT_EQ(order(std::chrono::milliseconds(50)), order(std::chrono::milliseconds(0)));
}

void wait_for_end(const auto& task) {
  ASSERT_TRUE(wait_for([&] { return !task.running(); })) << "it has not ended within a minute";
}

TEST(VariantMeter, AllVariantsAreMeasuredAsOftenAsBenchDoes) {
  const BenchEffort effort = by_budget();
  const Bench bench = benched(cases_of(timed()), effort);
  VariantsTask task(effort, by_that_clock());
  task.start(settings_of(timed()), timed(), device::all());
  ASSERT_NO_FATAL_FAILURE(wait_for_end(task));
  const std::vector<VariantRow> rows = task.rows();
  ASSERT_EQ(rows.size(), bench.rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    ASSERT_TRUE(rows[i].time) << rows[i].why_not;
    EXPECT_EQ(rows[i].time->ms.count, bench.rows[i].ms.count) << rows[i].variant;
  }
}

TEST(VariantMeter, ASweepMeasuresEachPointAsItsEffortSays) {
  SweepTask task(by_budget(sweep_effort()), by_that_clock());
  task.start(settings_of(timed()), timed(), {device::Facts{}});
  ASSERT_NO_FATAL_FAILURE(wait_for_end(task));
  const std::vector<SweepCurve> curves = task.curves();
  std::size_t points = 0;
  for (const SweepCurve& curve : curves) {
    // its least number, or turns of six runs of 1 ms until the budget of 100 ms is used up
    const int expected = curve.variant == "b" ? 102 : 6;
    for (const SweepCurve::Point& each : curve.points) EXPECT_EQ(each.time.ms.count, expected) << curve.variant;
    points += curve.points.size();
  }
  EXPECT_EQ(points, 3 * 2U) << "of each variant the sides 128 and 256";
}

TEST(VariantMeter, TheFiguresAreThoseOfARow) {
  const PlannedCase one = cases_of(timed()).front();
  CaseRuns runs;
  for (const double ms : {9.0, 4.0, 7.0, 5.0, 8.0, 6.0, 30.0})
    runs.runs.push_back({.ms = ms, .timing = {}, .sharing = {}});
  runs.first.work = {.operations = 6, .bytes = 3};
  const VariantTime time = time_of(one, runs);
  const Statistics of_row = statistics_of(runs.runs, &BenchRun::ms);
  EXPECT_EQ(time.ms.median, of_row.median);
  EXPECT_EQ(time.ms.maximum, 30);
  EXPECT_EQ(time.ms.count, 7);
  ASSERT_TRUE(time.interval);
  EXPECT_EQ(time.interval->low, interval_of(runs.runs)->low);
  EXPECT_EQ(time.interval->high, interval_of(runs.runs)->high);
  EXPECT_EQ(interval_text(time), "4 to 30 ms (95 % interval), 7 runs");
  runs.runs.resize(3);
  EXPECT_FALSE(time_of(one, runs).interval);
  EXPECT_EQ(interval_text(time_of(one, runs)), "3 runs");
}

VariantTime time_about(double ms, double reach) {
  VariantTime out;
  out.ms.median = ms;
  out.interval = Interval{ms - reach, ms + reach};
  return out;
}

TEST(VariantMeter, WhatCannotBeToldApartSharesAPlace) {
  const VariantTime slow = time_about(20, 1);
  const VariantTime fast = time_about(10, 0.5);
  const VariantTime as_fast = time_about(10.8, 0.5);
  VariantTime between = time_about(12, 0.1);
  EXPECT_EQ(places_of({&slow, &fast, nullptr, &as_fast, &between}),
            (std::vector<std::string>{"4", "1 =", "", "1 =", "3"}));
  between.noise_ms = 2.5;
  EXPECT_EQ(places_of({&slow, &fast, nullptr, &as_fast, &between}),
            (std::vector<std::string>{"4", "1 =", "", "1 =", "1 ="}));
  EXPECT_FALSE(tied(slow, fast));
}

TEST(VariantMeter, NothingIsConcludedBesideOtherPrograms) {
  const VariantTime slow = time_about(20, 1);
  VariantTime fast = time_about(10, 0.5);
  fast.ms.count = 12;
  fast.others.cpu = 0.48;
  EXPECT_EQ(places_of({&slow, &fast}), (std::vector<std::string>{"1", ""}));
  EXPECT_NE(interval_text(fast).find("12 runs; other programs used 48 % of the processors"), std::string::npos)
      << interval_text(fast);
  fast.others.counts_cpu = false;
  EXPECT_EQ(places_of({&slow, &fast}), (std::vector<std::string>{"2", "1"}));
}

/// A case may be over in less time than the system's clocks tell apart.
TEST(VariantMeter, SaysWhatOthersTookOnceItIsKnown) {
  testing::FakeProcStat stat;
  VariantMeter meter(by_budget(), {}, by_that_clock());
  const std::vector<VariantMeter::Outcome> found = meter.measure(cases_of(timed()));
  ASSERT_TRUE(found[0].time);
  VariantTime time = *found[0].time;
  EXPECT_FALSE(time.others.cpu) << "no tick has gone by";
  stat.goes_on(0.48);
  meter.complete(time);
  EXPECT_NEAR(time.others.cpu.value_or(-1), 0.48, 1e-3);
  stat.goes_on(0.9);
  meter.complete(time);
  EXPECT_NEAR(time.others.cpu.value_or(-1), 0.48, 1e-3) << "what comes later is not its own";
}

TEST(VariantMeter, OfMarkedTimesNeitherATieNorAFactorIsSaid) {
  const VariantTime slow = time_about(20, 1);
  const VariantTime fast = time_about(10, 0.5);
  const VariantTime as_fast = time_about(10.3, 0.5);
  EXPECT_EQ(times_over(slow, fast), "2.00 ×");
  EXPECT_EQ(times_over(fast, as_fast), "tie");
  EXPECT_EQ(times_over(fast, fast), "1.00 ×");
  EXPECT_EQ(std::string(star(fast)), "");
  VariantTime marked = fast;
  marked.others.cpu = 0.48;
  EXPECT_EQ(times_over(slow, marked), "");
  EXPECT_EQ(times_over(marked, slow), "");
  EXPECT_EQ(times_over(marked, as_fast), "");
  EXPECT_EQ(std::string(star(marked)), " *");
}

TEST(VariantMeter, StarsAreExplainedByTheTimeThatLostMost) {
  VariantTime of_cpu = time_about(10, 1);
  of_cpu.others.cpu = 0.48;
  VariantTime of_gpu = time_about(10, 1);
  of_gpu.others = {.cpu = 0.9, .gpu = 0.6, .counts_cpu = false};
  const VariantTime quiet = time_about(10, 1);
  EXPECT_EQ(star_text({&quiet, nullptr}), "");
  EXPECT_EQ(star_text({&quiet, &of_cpu, nullptr}),
            "* other programs used 48 % of the processors meanwhile, so no conclusion is drawn from these "
            "times.");
  EXPECT_EQ(star_text({&of_cpu, &of_gpu}),
            "* other programs used 60 % of the GPU meanwhile, so no conclusion is drawn from these times.");
}

void run_wrongly(const MapJob&) {
  throw BadInput("it cannot run here");
}

TEST(VariantMeter, WhatFailsIsFoundOutAndTheOthersAreMeasured) {
  static const Variant a = variant_of(run_timed<'a', 25>);
  static const Variant wrong = variant_of(run_wrongly);
  static const Variant c = variant_of(run_timed<'c', 25>);
  static const Workload workload = workload_of("failing", {{"a", &a}, {"wrong", &wrong}, {"c", &c}});
  static const std::array<const Workload*, 1> all{&workload};
  VariantMeter meter(by_budget(), {}, by_that_clock());
  const std::vector<VariantMeter::Outcome> found = meter.measure(cases_of(all));
  EXPECT_TRUE(found[0].time);
  EXPECT_FALSE(found[1].time);
  EXPECT_EQ(found[1].failure.line, "it cannot run here");
  EXPECT_TRUE(found[2].time);
  EXPECT_EQ(found[0].time->ms.count, 20);
  EXPECT_EQ(found[2].time->ms.count, 20);
}

std::stop_source give_up;
std::atomic<bool> runs_for_ever{false};

/// From its third run on it ends only once it is given up.
void run_for_ever(const MapJob& job) {
  static std::atomic<int> runs{0};
  if (++runs < 3) return;
  runs_for_ever = true;
  give_up.request_stop();
  while (!job.cancelled()) std::this_thread::yield();
}

TEST(VariantMeter, IsGivenUpInTheMiddleOfARun) {
  static const Variant endless = variant_of(run_for_ever);
  static const Workload workload = workload_of("endless", {{"a", &endless}});
  static const std::array<const Workload*, 1> all{&workload};
  VariantMeter meter(by_budget(), give_up.get_token(), by_that_clock());
  const std::vector<VariantMeter::Outcome> found = meter.measure(cases_of(all));
  EXPECT_TRUE(runs_for_ever);
  EXPECT_FALSE(found[0].time);
  EXPECT_FALSE(found[0].failure);
}

}  // namespace
}  // namespace heteroscope
