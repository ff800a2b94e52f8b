// Times of all variants over sides and block shapes, without a window.
#include <gtest/gtest.h>

#include <chrono>
#include <set>
#include <thread>

#include "app/window/features/sweep/sweep_cases.hpp"
#include "app/window/features/sweep/sweep_task.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/device.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

/// A device as the plans see it; nothing is run on it.
device::Facts big_device() {
  device::Facts out;
  out.available = true;
  out.name = "a GPU";
  out.memory_bytes = std::size_t{1} << 40;
  return out;
}

struct SquareParameters {
  int side = 64;
};

void run_square(const MapJob& job) {
  with_precision(job.output.precision, [&]<class T>() {
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) return;
      for (int x = 0; x < job.output.size.width; ++x) job.output.row<T>(y)[x] = static_cast<T>(x + y);
    }
  });
}

/// A square whose side is a parameter from 1 to 700, with variants of every kind.
const Workload& square() {
  static constexpr std::array<std::string_view, 1> own{"own"};
  static const auto variant = [](Processor processor, BlockRule rule) {
    Variant out;
    out.processor = processor;
    out.run = run_square;
    out.knobs.precisions = both_precisions;
    out.knobs.memory_kinds = all_memory_kinds;
    out.knobs.blocks = rule;
    out.knobs.default_block = {16, 1};
    return out;
  };
  static const Variant plain = variant(Processor::cpu, BlockRule::none);
  static const Variant other = variant(Processor::cpu, BlockRule::none);
  static const Variant any = [] {
    Variant out = variant(Processor::gpu, BlockRule::any);
    out.knobs.mappings = own;
    return out;
  }();
  static const Variant row = variant(Processor::gpu, BlockRule::one_dimensional);
  static const Variant fixed = variant(Processor::gpu, BlockRule::none);
  static const Workload workload = [] {
    Workload out;
    out.id = "square";
    out.label = "Square";
    out.parameters = {
        {.id = "side", .kind = ParameterKind::integer, .minimum = 1, .maximum = 700, .initial = 64, .help = ""}};
    out.stages = {{.id = "fill",
                   .variants = {{"plain", &plain}, {"other", &other}, {"any", &any}, {"row", &row}, {"fixed", &fixed}},
                   .default_cpu = "plain",
                   .default_gpu = "any"}};
    out.bind = [](const Values& values) -> std::any {
      const auto found = values.find("side");
      return SquareParameters{found == values.end() ? 64 : static_cast<int>(found->second)};
    };
    out.output = [](const std::any& parameters, Size, Precision precision) {
      const int side = std::any_cast<const SquareParameters&>(parameters).side;
      return Extent{{side, side}, precision};
    };
    out.work = [](const std::any&, Size size, Precision precision, const Summary&) {
      return Work{.bytes = static_cast<double>(size.area()) * static_cast<double>(bytes_of(precision))};
    };
    return out;
  }();
  return workload;
}

Catalog catalog_of_squares() {
  static const std::array<const Workload*, 1> all{&square()};
  return all;
}

std::vector<double> places(const SweepCase& one) {
  std::vector<double> out;
  for (const SweepCase::Point& each : one.points) out.push_back(each.x);
  return out;
}

const SweepCase* find(const std::vector<SweepCase>& cases, std::string_view variant, SweepAxis axis) {
  for (const SweepCase& each : cases) {
    if (each.variant == variant && each.axis == axis) return &each;
  }
  return nullptr;
}

TEST(SweepTitle, NamesChoicesThatWereMade) {
  const Workload& mandelbrot = find_workload(catalog(), "mandelbrot");
  Settings settings = default_settings(mandelbrot);
  settings.problem.precision = Precision::fp64;
  EXPECT_EQ(sweep_title(settings, mandelbrot), "Mandelbrot set, fp64");
  const Parameter& method = *mandelbrot.find_parameter("method");
  settings.problem.parameters["method"] = 1;
  EXPECT_EQ(sweep_title(settings, mandelbrot),
            "Mandelbrot set, " + std::string(method.label) + ": " + std::string(method.choices[1]) + ", fp64");
}

TEST(SweepCases, WithoutAGpuEveryCpuVariantOverSides) {
  const Settings settings = default_settings(square());
  const auto cases = sweep_cases(settings, catalog_of_squares(), {device::Facts{}});
  ASSERT_EQ(cases.size(), 2U);
  for (const SweepCase& each : cases) {
    EXPECT_EQ(each.processor, Processor::cpu);
    EXPECT_EQ(each.axis, SweepAxis::side);
    EXPECT_EQ(places(each), (std::vector<double>{128, 256, 512}));  // the parameter ends at 700
    for (const SweepCase::Point& point : each.points) {
      EXPECT_EQ(point.settings.problem.parameters.at("side"), point.x);
      EXPECT_EQ(point.settings.execution.processor, Processor::cpu);
      EXPECT_EQ(point.settings.execution.variants.at("fill").cpu, each.variant);
    }
  }
}

TEST(SweepCases, BlocksAreTriedByVariantsThatTakeAnyShape) {
  Settings settings = default_settings(square());
  settings.problem.parameters["side"] = 300;
  settings.execution.mapping = "own";
  const auto cases = sweep_cases(settings, catalog_of_squares(), big_device());
  EXPECT_EQ(cases.size(), 6U);  // five over sides, one over blocks
  EXPECT_EQ(find(cases, "row", SweepAxis::block), nullptr);
  EXPECT_EQ(find(cases, "fixed", SweepAxis::block), nullptr);
  EXPECT_EQ(find(cases, "plain", SweepAxis::block), nullptr);
  const SweepCase* any = find(cases, "any", SweepAxis::block);
  ASSERT_NE(any, nullptr);
  ASSERT_EQ(any->points.size(), 7U);
  const std::vector<BlockShape> shapes{{8, 8}, {16, 16}, {32, 32}, {32, 8}, {64, 4}, {128, 2}, {256, 1}};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    EXPECT_EQ(any->points[i].x, static_cast<double>(i));
    EXPECT_EQ(any->points[i].settings.execution.block, shapes[i]);
    EXPECT_EQ(any->points[i].settings.problem.parameters.at("side"), 300);
    EXPECT_EQ(any->points[i].settings.execution.variants.at("fill").gpu, "any");
    EXPECT_TRUE(any->points[i].settings.execution.mapping.empty());
  }
  device::Facts small = big_device();
  small.max_threads_per_block = 256;
  const auto fewer = sweep_cases(settings, catalog_of_squares(), small);
  ASSERT_NE(find(fewer, "any", SweepAxis::block), nullptr);
  EXPECT_EQ(find(fewer, "any", SweepAxis::block)->points.size(), 6U);  // without 32 × 32
}

TEST(SweepCases, ABlockThatAVariantDoesNotTakeLeavesItOut) {
  Settings settings = default_settings(square());
  settings.execution.block = {16, 16};
  const auto cases = sweep_cases(settings, catalog_of_squares(), big_device());
  EXPECT_EQ(find(cases, "row", SweepAxis::side), nullptr);
  const SweepCase* any = find(cases, "any", SweepAxis::side);
  ASSERT_NE(any, nullptr);
  EXPECT_EQ(any->points.front().settings.execution.block, (BlockShape{16, 16}));
}

TEST(SweepCases, EveryWorkloadHasSizesAndThreads) {
  for (const Workload* each : catalog()) {
    const Settings settings = default_settings(*each);
    const auto cases = sweep_cases(settings, catalog(), {device::Facts{}});
    std::set<std::string> expected;
    std::set<std::string> with_threads;
    for (const NamedVariant& variant : each->main_stage().variants) {
      if (variant.variant->processor != Processor::cpu) continue;
      expected.emplace(variant.id);
      if (variant.variant->knobs.threads) with_threads.emplace(variant.id);
    }
    std::set<std::string> over_sides;
    std::set<std::string> over_threads;
    for (const SweepCase& one : cases) {
      if (one.axis == SweepAxis::side) {
        over_sides.insert(one.variant);
        EXPECT_NEAR(one.points.front().x, 128, 1) << one.variant;
        EXPECT_LE(one.points.back().x, 8193) << one.variant;
        EXPECT_GE(one.points.size(), 5U) << one.variant;
      } else {
        ASSERT_EQ(one.axis, SweepAxis::threads) << "blocks are the GPU's";
        over_threads.insert(one.variant);
        EXPECT_EQ(one.points.front().settings.execution.threads, 1);
        EXPECT_EQ(one.points.back().x, cpu_facts().threads);
      }
    }
    EXPECT_EQ(over_sides, expected) << each->id;
    EXPECT_EQ(over_threads, with_threads) << each->id;
  }
}

TEST(SweepCases, AFileHasTheSizeThatItHas) {
  const Workload& blur = find_workload(catalog(), "blur");
  const device::Facts none;
  Settings settings = default_settings(blur);
  EXPECT_EQ(why_no_axis(SweepAxis::side, settings, blur, none), "");
  EXPECT_EQ(axis_for(SweepAxis::side, settings, blur, none), SweepAxis::side);
  settings.problem.source = {.id = "file", .file = "a.png"};
  EXPECT_NE(why_no_axis(SweepAxis::side, settings, blur, none), "");
  EXPECT_EQ(why_no_axis(SweepAxis::threads, settings, blur, none), "");
  EXPECT_EQ(axis_for(SweepAxis::side, settings, blur, none), SweepAxis::threads);
}

TEST(SweepCases, BlocksAreTheGpus) {
  const Settings settings = default_settings(square());
  device::Facts none;
  none.why_not = "no driver";
  EXPECT_EQ(why_no_axis(SweepAxis::block, settings, square(), none), "Times over blocks need a GPU: no driver.");
  EXPECT_EQ(axis_for(SweepAxis::block, settings, square(), none), SweepAxis::side);
  EXPECT_EQ(axis_for(SweepAxis::block, settings, square(), big_device()), SweepAxis::block);
}

TEST(SweepCases, StopWhereTheNextPointWouldTakeASecond) {
  EXPECT_TRUE(worth_measuring(250, 1024, 2048));
  EXPECT_FALSE(worth_measuring(251, 1024, 2048));
  EXPECT_TRUE(worth_measuring(60, 1024, 4096));
  EXPECT_FALSE(worth_measuring(63, 1024, 4096));
}

TEST(SweepCases, WhatASweepDoesNotLookAtMakesNoDifference) {
  const Settings now = default_settings(square());
  Settings other = now;
  other.execution.processor = Processor::split;
  other.execution.shares = {0.2};
  other.look.palette = "gray";
  other.problem.size = {3, 4};
  other.execution.variants["fill"].cpu = "other";
  EXPECT_EQ(swept(now, catalog_of_squares()), swept(other, catalog_of_squares()));
  other.problem.parameters["side"] = 65;
  EXPECT_NE(swept(now, catalog_of_squares()), swept(other, catalog_of_squares()));
  other = now;
  other.problem.precision = now.problem.precision == Precision::fp32 ? Precision::fp64 : Precision::fp32;
  EXPECT_NE(swept(now, catalog_of_squares()), swept(other, catalog_of_squares()));
}

void wait_end(const SweepTask& task) {
  for (int i = 0; i < 6000 && task.running(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
}

TEST(SweepTask, MeasuresEveryPoint) {
  SweepTask task;
  EXPECT_FALSE(task.settings());
  EXPECT_FALSE(task.has_times());
  Settings settings = default_settings(square());
  settings.problem.precision = Precision::fp32;
  task.start(settings, catalog_of_squares(), {device::Facts{}});
  EXPECT_FALSE(task.machine().date_utc.empty());
  wait_end(task);
  EXPECT_TRUE(task.has_times());
  ASSERT_FALSE(task.running());
  EXPECT_EQ(task.share(), 1);
  EXPECT_TRUE(task.failure().empty()) << task.failure();
  const auto curves = task.curves();
  ASSERT_EQ(curves.size(), 2U);
  for (const SweepCurve& curve : curves) {
    ASSERT_EQ(curve.points.size(), 3U);
    for (const SweepCurve::Point& point : curve.points) {
      const VariantTime& time = point.time;
      EXPECT_GT(time.ms.median, 0);
      EXPECT_GE(time.ms.count, sweep_effort().sampling.least);
      ASSERT_TRUE(time.interval) << "as few runs as make one";
      EXPECT_GT(time.noise_ms, 0);
      EXPECT_NEAR(time.bytes_per_s(), point.x * point.x * 4 / (time.ms.median / 1000), 1e-6 * time.bytes_per_s());
    }
  }
}

TEST(SweepTask, CanBeGivenUpAndBegunAnew) {
  SweepTask task;
  const Workload& real = find_workload(catalog(), "triangle");
  Settings settings = default_settings(real);
  settings.problem.parameters["cost"] = 3;
  settings.problem.parameters["work"] = 4096;  // a sweep of some minutes, were it not given up
  task.start(settings, catalog(), {device::Facts{}});
  task.give_up();
  wait_end(task);
  EXPECT_FALSE(task.running());
  EXPECT_LT(task.share(), 1);
  task.start(default_settings(square()), catalog_of_squares(), {device::Facts{}});
  EXPECT_EQ(task.settings()->problem.workload, "square");
  wait_end(task);
  EXPECT_EQ(task.curves().size(), 2U);
}

}  // namespace
}  // namespace heteroscope
