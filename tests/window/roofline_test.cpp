// Where work stands below what a machine reaches.
#include "app/measures/roofline.hpp"

#include <gtest/gtest.h>

#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/device/device.hpp"

namespace heteroscope {
namespace {

constexpr Roof roof{.fma_per_s = 100e9, .memory_bytes_per_s = 20e9, .near_bytes_per_s = 50e9, .near_bytes = 1e6};
constexpr RooflineColors colors{.roof = 1, .memory = 2, .point = 3, .trail = 4};

TEST(Roof, IsTheLowerOfMemoryAndArithmetic) {
  EXPECT_DOUBLE_EQ(roof.ridge(), 2);
  EXPECT_DOUBLE_EQ(roof.at(1), 50e9);
  EXPECT_DOUBLE_EQ(roof.at(2), 100e9);
  EXPECT_DOUBLE_EQ(roof.at(40), 100e9);
}

TEST(RoofPoint, IsWhatARunDidASecond) {
  const Work work{.operations = 3e6, .unit = "iterations", .fma_per_operation = 4, .bytes = 6e6};
  const auto point = roof_point(work, 2);
  ASSERT_TRUE(point);
  EXPECT_DOUBLE_EQ(point->fma_per_byte, 2);
  EXPECT_DOUBLE_EQ(point->fma_per_s, 6e9);
  EXPECT_DOUBLE_EQ(point->bytes_per_s, 3e9);
  EXPECT_FALSE(roof_point(work, 0));
  const auto of_bytes = roof_point({.operations = 3e6, .bytes = 6e6, .fma_beside_bytes = 5}, 2);
  ASSERT_TRUE(of_bytes);
  EXPECT_DOUBLE_EQ(of_bytes->fma_per_byte, 2.5);
  EXPECT_FALSE(roof_point({.operations = 1}, 2));
}

TEST(RoofPoint, IsHeldAgainstTheNearerCeiling) {
  const RoofShare arithmetic = share_of(roof, {.fma_per_byte = 10, .fma_per_s = 80e9, .bytes_per_s = 8e9});
  EXPECT_TRUE(arithmetic.of_fma);
  EXPECT_DOUBLE_EQ(arithmetic.share, 0.8);
  const RoofShare memory = share_of(roof, {.fma_per_byte = 0.1, .fma_per_s = 4e9, .bytes_per_s = 40e9});
  EXPECT_FALSE(memory.of_fma);
  EXPECT_DOUBLE_EQ(memory.share, 0.8);
}

TEST(Roof, TellsWhichOfItsCeilingsIsMeasured) {
  std::stop_source stop;
  std::vector<std::string> told;
  CeilingMeter meter;
  meter.set_waiter({.stop = stop.get_token(), .progress = [&](std::string_view now, double share) {
                      EXPECT_EQ(share, 0);
                      told.emplace_back(now);
                      stop.request_stop();
                    }});
  const RoofOf of{.participants = {{.processor = Processor::cpu}}, .touched = {.threads = 2, .cpu_bytes = 1 << 20}};
  EXPECT_THROW(roof_of(meter, of), CeilingMeter::GivenUp);
  // and the memory of one thread and of two, beyond the caches and in 1 MiB
  EXPECT_EQ(told, (std::vector<std::string>{"ceiling 1 of 5: multiply-adds of 2 threads"}));
}

/// Each time one of the GPU's ceilings is measured, and the next one given up.
TEST(Roof, KeepsWhatWasMeasuredBeforeAStop) {
  if (!device::facts().available) GTEST_SKIP() << "skipped: no CUDA device";
  CeilingMeter meter;
  std::vector<std::string> told;
  const auto measure_one = [&] {
    std::stop_source stop;
    int begun = 0;
    meter.set_waiter({.stop = stop.get_token(), .progress = [&](std::string_view now, double) {
                        if (++begun == 1) told.emplace_back(now);
                        if (begun == 2) stop.request_stop();
                      }});
    meter.expect(meter.missing_gpu(1 << 20));
    (void)meter.gpu(1 << 20, Precision::fp32);
  };
  EXPECT_THROW(measure_one(), CeilingMeter::GivenUp);
  EXPECT_THROW(measure_one(), CeilingMeter::GivenUp);
  measure_one();
  ASSERT_EQ(told.size(), 3U);
  EXPECT_TRUE(told[0].starts_with("ceiling 1 of 3: memory of the GPU, ")) << told[0];
  EXPECT_EQ(told[1], "ceiling 1 of 2: multiply-adds of the GPU");
  EXPECT_EQ(told[2], "ceiling 1 of 1: memory of the GPU, 1.0 MiB");
  EXPECT_EQ(meter.missing_gpu(1 << 20), 0);
}

TEST(RooflinePlot, HasThePointAsItWasCounted) {
  const Plot plot = roofline_plot(
      {.roof = roof, .points = {{1, 10e9, 10e9}}, .labels = {"a"}, .counted = RoofPoint{0.5, 10e9, 20e9}}, colors);
  EXPECT_EQ(plot.lines.back().label, "as counted");
  EXPECT_EQ(plot.lines.back().points[0].x, 0.5);
  EXPECT_EQ(plot.lines.back().points[0].y, 10e9);
}

TEST(RooflinePlot, HasTheSlopesOfMemoriesOnTheChip) {
  Roof gpu = roof;
  gpu.chip = {.l2_bytes_per_s = 100e9, .shared_bytes_per_s = 400e9};
  const Plot plot = roofline_plot(
      {.roof = gpu, .points = {{1, 10e9, 10e9}}, .labels = {"a"}, .counted_l2 = RoofPoint{0.25, 10e9, 40e9}}, colors);
  ASSERT_EQ(plot.lines.size(), 7U);
  EXPECT_EQ(plot.lines[2].label, "L2 cache 100.0 GB/s");
  EXPECT_DOUBLE_EQ(plot.lines[2].points[1].x, 1);
  EXPECT_EQ(plot.lines[3].label, "shared memory 400.0 GB/s");
  EXPECT_DOUBLE_EQ(plot.lines[3].points[1].x, 0.25);
  EXPECT_DOUBLE_EQ(plot.lines[4].points[0].x, 0.25) << "the level line begins where the steepest slope ends";
  EXPECT_EQ(plot.lines[6].label, "as counted, L2");
  EXPECT_EQ(plot.lines[6].points[0].x, 0.25);
}

TEST(RooflinePlot, HasTheCeilingsTheTrailAndThePoint) {
  const Roofline roofline{
      .roof = roof, .points = {{1, 10e9, 10e9}, {0, 0, 25e9}, {4, 50e9, 12.5e9}}, .labels = {"a", "b", "c"}};
  const Plot plot = roofline_plot(roofline, colors);
  ASSERT_EQ(plot.lines.size(), 5U);
  const PlotLine& memory = plot.lines[0];
  const PlotLine& near = plot.lines[1];
  // slopes end at the level line, where it begins
  EXPECT_DOUBLE_EQ(memory.points[1].x, 5);
  EXPECT_DOUBLE_EQ(memory.points[1].y, 100e9);
  EXPECT_DOUBLE_EQ(near.points[1].x, 2);
  EXPECT_DOUBLE_EQ(plot.lines[2].points[0].x, 2);
  EXPECT_DOUBLE_EQ(near.points[0].y, near.points[0].x * 50e9);
  const PlotLine& trail = plot.lines[3];
  ASSERT_EQ(trail.points.size(), 3U);
  // without arithmetic: at the left edge, half of the way up to the near memory
  EXPECT_EQ(trail.points[1].x, near.points[0].x);
  EXPECT_DOUBLE_EQ(trail.points[1].y, near.points[0].y / 2);
  EXPECT_EQ(plot.lines[4].label, "c");
  EXPECT_EQ(plot.lines[4].points[0].x, 4);
}

TEST(RooflinePlot, OneMemoryIsOneSlope) {
  Roof one = roof;
  one.near_bytes_per_s = one.memory_bytes_per_s;
  const Plot plot = roofline_plot({.roof = one, .points = {{1e6, 90e9, 1}}, .labels = {"a"}}, colors);
  ASSERT_EQ(plot.lines.size(), 3U) << "no second slope, no trail";
  EXPECT_GE(plot.x.scale->high, 2e6);
}

}  // namespace
}  // namespace heteroscope
