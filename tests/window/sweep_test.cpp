// Times of all variants over sides and block shapes, without a window.
#include <gtest/gtest.h>

#include <chrono>
#include <cmath>
#include <set>
#include <thread>

#include "app/window/features/sweep/sweep_cases.hpp"
#include "app/window/features/sweep/sweep_plot.hpp"
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

Catalog squares() {
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
  const auto cases = sweep_cases(settings, squares(), {device::Facts{}});
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
  const auto cases = sweep_cases(settings, squares(), big_device());
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
  const auto fewer = sweep_cases(settings, squares(), small);
  ASSERT_NE(find(fewer, "any", SweepAxis::block), nullptr);
  EXPECT_EQ(find(fewer, "any", SweepAxis::block)->points.size(), 6U);  // without 32 × 32
}

TEST(SweepCases, ABlockThatAVariantDoesNotTakeLeavesItOut) {
  Settings settings = default_settings(square());
  settings.execution.block = {16, 16};
  const auto cases = sweep_cases(settings, squares(), big_device());
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
  EXPECT_EQ(swept(now, squares()), swept(other, squares()));
  other.problem.parameters["side"] = 65;
  EXPECT_NE(swept(now, squares()), swept(other, squares()));
  other = now;
  other.problem.precision = now.problem.precision == Precision::fp32 ? Precision::fp64 : Precision::fp32;
  EXPECT_NE(swept(now, squares()), swept(other, squares()));
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
  task.start(settings, squares(), {device::Facts{}});
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
  task.start(default_settings(square()), squares(), {device::Facts{}});
  EXPECT_EQ(task.settings()->problem.workload, "square");
  wait_end(task);
  EXPECT_EQ(task.curves().size(), 2U);
}

SweepCurve curve(const std::string& variant, Processor processor, SweepAxis axis, std::vector<double> at) {
  SweepCurve out{.variant = variant, .processor = processor, .axis = axis, .points = {}};
  for (const double x : at) {
    VariantTime time{.interval = Interval{x / 200, x / 50}, .work = {.bytes = 2e6 * x / 100}};
    time.ms.median = x / 100;
    out.points.push_back({x, time});
  }
  return out;
}

TEST(SweepPlot, HasALineACurveOfItsAxis) {
  const std::vector<SweepCurve> curves{curve("plain", Processor::cpu, SweepAxis::side, {128, 256}),
                                       curve("any", Processor::gpu, SweepAxis::side, {128, 256, 512}),
                                       curve("any", Processor::gpu, SweepAxis::block, {0, 6}),
                                       curve("late", Processor::gpu, SweepAxis::side, {})};
  const Theme& theme = theme_of(ThemeKind::dark);
  const auto sides = sweep_lines(theme, curves, SweepAxis::side);
  ASSERT_EQ(sides.size(), 2U);
  const auto marks = sweep_marks(sides, SweepAxis::side);
  ASSERT_EQ(marks.size(), 3U);
  EXPECT_EQ(marks[2].text, "512");
  SweepChoice choice;
  const Plot times = sweep_plot(sides, choice, "side", false);
  ASSERT_EQ(times.lines.size(), 2U);
  EXPECT_TRUE(times.x.logarithmic && times.y.logarithmic);
  EXPECT_EQ(times.y.label, "ms");
  EXPECT_EQ(sweep_plot(sides, choice, "side", true).y.label, "ms a step");
  EXPECT_EQ(times.lines[1].label, "plain");
  ASSERT_EQ(times.lines[1].points.size(), 2U);
  EXPECT_EQ(times.lines[1].points[1].x, 256);
  EXPECT_EQ(times.lines[1].points[1].y, 2.56);
  ASSERT_TRUE(times.lines[1].points[1].range);
  EXPECT_EQ(times.lines[1].points[1].range->high, 5.12) << "the median's interval";
  choice.measure = SweepMeasure::rate;
  const Plot rates = sweep_plot(sides, choice, "", true);
  EXPECT_EQ(rates.lines[0].points.front().y, 2);
  EXPECT_EQ(rates.y.label, "GB/s");
  const auto blocks = sweep_lines(theme, curves, SweepAxis::block);
  ASSERT_EQ(blocks.size(), 1U);
  EXPECT_EQ(blocks[0].color, sides[0].color);
  const auto shapes = sweep_marks(blocks, SweepAxis::block);
  ASSERT_EQ(shapes.size(), 2U);
  EXPECT_EQ(shapes[1].text, "256 × 1");
  choice.axis = SweepAxis::block;
  EXPECT_EQ(sweep_plot(blocks, choice, "", false).x.marks.front().text, "8 × 8");
}

TEST(SweepPlot, AVariantHasOneMarkOnAllAxes) {
  const std::vector<SweepCurve> curves{curve("plain", Processor::cpu, SweepAxis::side, {128, 256}),
                                       curve("tiled", Processor::cpu, SweepAxis::side, {128, 256}),
                                       curve("tiled", Processor::cpu, SweepAxis::threads, {1, 2}),
                                       curve("any", Processor::gpu, SweepAxis::side, {128, 256})};
  const auto sides = sweep_lines(theme_of(ThemeKind::dark), curves, SweepAxis::side);
  const auto threads = sweep_lines(theme_of(ThemeKind::dark), curves, SweepAxis::threads);
  ASSERT_EQ(sides.size(), 3U);
  ASSERT_EQ(threads.size(), 1U);
  const auto tiled =
      std::ranges::find(sides, "tiled", [](const SweepLine& each) { return std::string_view(each.curve->variant); });
  ASSERT_NE(tiled, sides.end());
  EXPECT_EQ(threads[0].marker, tiled->marker);
  EXPECT_EQ(std::set({sides[0].marker, sides[1].marker, sides[2].marker}).size(), 3U);
  SweepChoice choice;
  choice.axis = SweepAxis::threads;
  EXPECT_EQ(sweep_plot(threads, choice, "", false).lines.front().marker, tiled->marker);
}

TEST(SweepPlot, WhatCannotBeToldApartSharesAPlace) {
  std::vector<SweepCurve> curves{curve("plain", Processor::cpu, SweepAxis::side, {100, 200}),
                                 curve("other", Processor::cpu, SweepAxis::side, {200}),
                                 curve("any", Processor::gpu, SweepAxis::side, {100, 200})};
  curves[2].points[0].time.ms.median = 0.1;
  curves[2].points[0].time.interval = Interval{0.09, 0.11};
  curves[2].points[1].time.ms.median = 30;
  curves[2].points[1].time.interval = Interval{29, 31};
  const auto lines = sweep_lines(theme_of(ThemeKind::dark), curves, SweepAxis::side);
  ASSERT_EQ(lines[0].curve->variant, "any");
  EXPECT_EQ(places_at(lines, 100), (std::vector<std::string>{"1", "2", ""}));
  EXPECT_EQ(places_at(lines, 200), (std::vector<std::string>{"3", "1 =", "1 ="}));
  curves[2].points[1].time.noise_ms = 28.5;
  EXPECT_EQ(places_at(lines, 200), (std::vector<std::string>{"1 =", "1 =", "1 ="})) << "within the machine's noise";
}

TEST(SweepPlot, AMarkedPointHasNoPlaceAndSaysWhy) {
  SweepCurve::Point point{.x = 100, .time = {}};
  point.time.ms.count = 12;
  EXPECT_EQ(about_point(point, "2 =", 9), "2 = of 9: 12 runs");
  point.time.others.cpu = 0.48;
  EXPECT_EQ(about_point(point, "", 9), "12 runs; other programs used 48 % of the processors");
}

TEST(SweepPlot, WritesRatesWithoutAnExponent) {
  EXPECT_EQ(sweep_text(4.2346e12, SweepMeasure::rate), "4235");
  EXPECT_EQ(sweep_text(1.2345e9, SweepMeasure::rate), "1.23");
  EXPECT_EQ(sweep_text(0.012345, SweepMeasure::ms), "0.0123");
}

TEST(SweepPlot, TheSidesColorsAreToldApart) {
  for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
    std::set<ImU32> all;
    for (std::size_t i = 0; i < 8; ++i) {
      const ImVec4 gpu = ImGui::ColorConvertU32ToFloat4(sweep_color(theme_of(kind), Processor::gpu, i, 8));
      const ImVec4 cpu = ImGui::ColorConvertU32ToFloat4(sweep_color(theme_of(kind), Processor::cpu, i, 8));
      EXPECT_GT(gpu.x, gpu.z) << i;  // more red than blue
      EXPECT_GT(cpu.z, cpu.x) << i;
      all.insert(ImGui::ColorConvertFloat4ToU32(gpu));
      all.insert(ImGui::ColorConvertFloat4ToU32(cpu));
    }
    EXPECT_EQ(all.size(), 16U);
  }
}

}  // namespace
}  // namespace heteroscope
