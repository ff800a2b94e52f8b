// How times of all variants over sides and block shapes are plotted, without a window.
#include "app/window/features/sweep/sweep_plot.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace heteroscope {
namespace {

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
