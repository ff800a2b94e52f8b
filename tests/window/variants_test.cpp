#include "app/window/features/variants/variants_task.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <thread>

#include "core/base/error.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/stop.hpp"

namespace heteroscope {
namespace {

/// As little as makes an interval.
const BenchEffort quick{.sampling = {.budget_ms = 5}, .warmup = 1};

Settings small_of(const char* workload) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.problem.size = {64, 48};
  return out;
}

void wait_for_end(const VariantsTask& task) {
  const auto begin = std::chrono::steady_clock::now();
  while (task.running() && std::chrono::steady_clock::now() - begin < std::chrono::seconds(120))
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_FALSE(task.running());
}

TEST(Variants, EveryVariantOfEveryStageHasARow) {
  for (const Workload* const each : catalog()) {
    const std::vector<VariantRow> rows =
        variant_rows(small_of(std::string(each->id).c_str()), catalog(), device::all());
    std::size_t variants = 0;
    for (const Stage& stage : each->stages) variants += stage.variants.size();
    EXPECT_EQ(rows.size(), variants) << each->id;
    EXPECT_EQ(std::ranges::count_if(rows, &VariantRow::reference), static_cast<std::ptrdiff_t>(each->stages.size()));
    if (device::facts().available) continue;
    for (const VariantRow& row : rows) EXPECT_EQ(row.why_not.empty(), row.processor == Processor::cpu) << row.variant;
  }
}

/// The bars of a table are of times, as those of the graph below the picture are.
TEST(Variants, HaveBarsAsLongAsTheyTake) {
  const auto row = [](const char* stage, const char* variant, double ms) {
    VariantRow out{.stage = stage, .variant = variant};
    if (ms > 0) out.time.emplace().ms.median = ms;
    return out;
  };
  const std::vector<VariantRow> rows{row("escape", "sequential", 8), row("escape", "simd", 2), row("escape", "gpu", 0),
                                     row("show", "plain", 100)};
  EXPECT_EQ(share_of_longest(rows[0], rows), 1);
  EXPECT_EQ(share_of_longest(rows[1], rows), 0.25);
  EXPECT_EQ(share_of_longest(rows[2], rows), 0);
  EXPECT_EQ(share_of_longest(rows[3], rows), 1);
}

TEST(Variants, TheFastestAreThoseThatHaveRoom) {
  std::vector<VariantRow> rows;
  for (const double ms : {8.0, 1.0, 4.0, 4.0, 2.0}) {
    VariantRow& row = rows.emplace_back(VariantRow{.stage = "escape", .variant = std::to_string(rows.size())});
    row.time.emplace().ms.median = ms;
  }
  const auto names = [&](std::size_t most) {
    std::string out;
    for (const VariantRow& each : fastest_variants(rows, most)) out += each.variant;
    return out;
  };
  EXPECT_EQ(names(9), "01234");
  EXPECT_EQ(names(4), "1234");
  EXPECT_EQ(names(3), "124") << "of two as fast the first";
  EXPECT_EQ(names(1), "1");
  EXPECT_EQ(names(0), "");
}

TEST(Variants, AreMeasuredAndComparedWithTheReference) {
  for (const char* const workload : {"mandelbrot", "histogram", "heat"}) {
    Settings settings = small_of(workload);
    if (settings.problem.parameters.contains("n")) settings.problem.parameters["n"] = 33;
    VariantsTask task(quick);
    task.start(settings, catalog(), device::all());
    ASSERT_NO_FATAL_FAILURE(wait_for_end(task));
    const std::vector<VariantRow> rows = task.rows();
    EXPECT_EQ(task.share(), 1);
    for (const VariantRow& row : rows) {
      if (!row.why_not.empty()) continue;
      ASSERT_TRUE(row.time) << workload << " " << row.variant;
      EXPECT_GE(row.time->ms.count, 10);
      EXPECT_TRUE(row.verdict == ValuesVerdict::same_bits || row.verdict == ValuesVerdict::within_tolerance)
          << workload << " " << row.variant << ": " << row.verdict_text;
      if (row.reference) {
        EXPECT_EQ(speed_up(row, rows), 1);
      }
      const std::vector<Datum> measures = measures_of(row, rows);
      const Datum* const time = find_datum(measures, "median_ms");
      ASSERT_NE(time, nullptr);
      const auto& interval = row.time->interval;
      ASSERT_TRUE(interval);
      EXPECT_LE(interval->low, time->number());
      EXPECT_GE(interval->high, time->number());
      EXPECT_EQ(find_datum(measures, "repeats")->number(), row.time->ms.count);
      EXPECT_EQ(find_datum(measures, "median_low_ms")->number(), interval->low);
      EXPECT_GT(find_datum(measures, "noise_ms")->number(), 0) << "a machine has some";
      const Datum* const share = find_datum(measures, "ceiling_share");
      ASSERT_NE(share, nullptr) << row.variant;
      EXPECT_GT(share->number(), 0);
      for (const Datum& each : measures) EXPECT_FALSE(each.name.empty() || each.about.empty()) << each.id;
    }
    const std::vector<std::string> places = places_of(rows);
    EXPECT_EQ(std::ranges::count_if(places, [](const std::string& each) { return each.starts_with("1"); }) > 0, true);
    const std::string csv = variants_csv(rows);
    EXPECT_EQ(std::ranges::count(csv, '\n'),
              1 + std::ranges::count_if(rows, [](const VariantRow& row) { return row.time.has_value(); }));
  }
}

TEST(Variants, AnIterationIsMeasuredFromItsStartOnWithoutWhatWasPainted) {
  Settings heat = small_of("heat");
  heat.problem.parameters["n"] = 4096;
  heat.problem.steps = 12345;
  heat.problem.strokes.push_back({.step = 3});
  const Settings problem = measured_problem(heat, catalog());
  EXPECT_TRUE(problem.problem.strokes.empty());
  EXPECT_EQ(problem.problem.steps, 1);
  heat.problem.parameters["n"] = 65;
  EXPECT_EQ(measured_problem(heat, catalog()).problem.steps, 64);
}

TEST(Variants, WhoSharesAndHowItLooksDoesNotMatter) {
  Settings settings = small_of("mandelbrot");
  const Settings before = measured_problem(settings, catalog());
  settings.look.palette = "gray";
  settings.execution.shares = {0.9};
  settings.execution.variants["escape"].cpu = "sequential";
  EXPECT_EQ(measured_problem(settings, catalog()), before);
  settings.execution.threads = 1;
  EXPECT_NE(measured_problem(settings, catalog()), before);
  settings.execution.threads = 0;
  settings.problem.precision = Precision::fp32;
  EXPECT_NE(measured_problem(settings, catalog()), before);
}

TEST(Variants, TheSizeIsNamedAlsoWhereTheParametersAreNot) {
  const Workload& laplace = find_workload(catalog(), "laplace");
  Settings settings = small_of("laplace");
  settings.problem.parameters["n"] = 65;
  EXPECT_EQ(size_text(settings, laplace), "n = 65");
  settings.problem.parameters["omega"] = 2;
  ASSERT_THROW(laplace.bind(settings.problem.parameters), BadInput);
  EXPECT_EQ(size_text(settings, laplace), "64 × 48");
  EXPECT_EQ(size_text(small_of("mandelbrot"), find_workload(catalog(), "mandelbrot")), "64 × 48");
}

/// A workload whose comparison with the reference fails.
Catalog failing() {
  static const Variant plain = [] {
    Variant out;
    out.run = [](const MapJob& job) {
      with_precision(job.output.precision, [&]<class T>() {
        for (int y = job.rows.begin; y < job.rows.end; ++y)
          std::fill_n(job.output.row<T>(y), job.output.size.width, T(1));
      });
    };
    out.knobs.precisions = both_precisions;
    return out;
  }();
  static const Workload workload = [] {
    Workload out;
    out.id = "failing";
    out.label = "Failing";
    out.stages = {{.id = "fill", .variants = {{"plain", &plain}}, .default_cpu = "plain", .default_gpu = ""}};
    out.bind = [](const Values&) -> std::any { return 0; };
    out.work = [](const std::any&, Size size, Precision, const Summary&) {
      return Work{.bytes = static_cast<double>(size.area())};
    };
    out.worst_operations = [](const std::any&) -> double { throw BadInput("not to be compared"); };
    return out;
  }();
  static const std::array<const Workload*, 1> all{&workload};
  return all;
}

TEST(Variants, ATimeStaysWhereTheComparisonFails) {
  Settings settings = default_settings(*failing().front());
  settings.problem.size = {64, 48};
  VariantsTask task(quick);
  EXPECT_FALSE(task.has_times());
  task.start(settings, failing(), {device::Facts{}});
  EXPECT_FALSE(task.measured()->machine.date_utc.empty());
  ASSERT_NO_FATAL_FAILURE(wait_for_end(task));
  EXPECT_TRUE(task.has_times());
  ASSERT_EQ(task.rows().size(), 1U);
  const VariantRow row = task.rows().front();
  EXPECT_TRUE(row.time);
  EXPECT_EQ(row.why_not, "");
  EXPECT_EQ(row.verdict, ValuesVerdict::none);
  EXPECT_EQ(row.verdict_text, "not to be compared");
}

TEST(Ceilings, AreGivenUpBetweenMeasurements) {
  CeilingMeter meter;
  meter.set_waiter({.stop = testing::requested_stop()});
  EXPECT_THROW(meter.cpu(1, 1 << 20, Precision::fp64), CeilingMeter::GivenUp);
  EXPECT_TRUE(meter.measured().cpu.empty());
}

TEST(Variants, WhatWasMeasuredStaysWhenItIsGivenUp) {
  Settings settings = small_of("mandelbrot");
  settings.problem.size = {512, 512};
  VariantsTask task(quick);
  task.start(settings, catalog(), device::all());
  while (task.running() && !task.rows().front().time) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  task.give_up();
  ASSERT_NO_FATAL_FAILURE(wait_for_end(task));
  EXPECT_TRUE(task.rows().front().time);
}

}  // namespace
}  // namespace heteroscope
