// The axis of the plot of frame times.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "app/window/feature/time_plot.hpp"
#include "core/model/settings/settings.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

FrameSample frame_taking(double ms) {
  FrameSample out;
  out.timing.total = ms;
  return out;
}

FrameHistory of_times(const std::vector<double>& all_ms) {
  FrameHistory out;
  for (const double ms : all_ms) out.add(frame_taking(ms));
  return out;
}

/// So many frames of 10 ms, and further ones.
FrameHistory many_and(std::size_t count, const std::vector<double>& further_ms) {
  std::vector<double> all(count, 10);
  all.insert(all.end(), further_ms.begin(), further_ms.end());
  return of_times(all);
}

TEST(TimesScale, HasRoomForWhatTheNewestFramesTake) {
  for (const bool logarithmic : {false, true}) {
    for (const double last : {0.002, 10.0, 4000.0}) {
      const PlotScale scale = times_scale(many_and(100, {last, last}), logarithmic);
      EXPECT_GT(scale.high, last) << logarithmic;
      EXPECT_GT(scale.high, 10) << logarithmic;
      EXPECT_LT(scale.low, last) << logarithmic;
      EXPECT_EQ(scale.logarithmic, logarithmic);
    }
  }
}

TEST(TimesScale, HasRoomForTheFirstFramesOfOtherSettings) {
  FrameHistory frames;
  Settings settings = default_settings(*catalog().front());
  for (int i = 0; i < 100; ++i) frames.add(frame_taking(10), {settings}, catalog());
  settings.execution.threads = 1;
  for (const double ms : {4000.0, 10.0}) {
    frames.add(frame_taking(ms), {settings}, catalog());
    EXPECT_GT(times_scale(frames, false).high, 4000) << ms;
  }
  frames.add(frame_taking(10), {settings}, catalog());
  EXPECT_LT(times_scale(frames, false).high, 40) << "one of three is cut";
}

TEST(TimesScale, OneSlowFrameIsCutWhereverItIsAndHoweverFewOthersThereAre) {
  for (const std::size_t others : {3U, 10U, 19U, 100U}) {
    for (std::size_t at = 0; at <= others; ++at) {
      std::vector<double> all(others, 10);
      all.insert(all.begin() + static_cast<std::ptrdiff_t>(at), 4000);
      const double high = times_scale(of_times(all), false).high;
      EXPECT_LT(high, 40) << at << " of " << others;
      EXPECT_GT(high, 10) << at << " of " << others;
    }
  }
}

TEST(TimesScale, WhatIsNotFarAboveTheOthersIsNotCut) {
  EXPECT_GT(times_scale(many_and(10, {18, 10}), false).high, 18);
  EXPECT_GT(times_scale(of_times({4000}), false).high, 4000);
}

TEST(TimesScale, IsThereWithoutFrames) {
  EXPECT_GT(times_scale({}, false).high, 0);
  EXPECT_GT(times_scale({}, true).low, 0);
}

TEST(UpperEnd, LeavesOutFramesWithoutTheFigure) {
  FrameHistory frames = of_times({-1, 10, 12, -1});
  const auto figure = [](const FrameSample& each) { return each.timing.total < 0 ? std::nan("") : each.timing.total; };
  EXPECT_NEAR(upper_end(frames, figure), 13, 1);
  EXPECT_EQ(upper_end(of_times({-1}), figure), 0);
}

}  // namespace
}  // namespace heteroscope
