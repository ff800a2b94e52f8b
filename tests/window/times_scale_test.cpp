// The axis of the plot of frame times.
#include <gtest/gtest.h>

#include "app/window/feature/time_plot.hpp"

namespace heteroscope {
namespace {

FrameHistory of_times(std::initializer_list<double> all_ms) {
  FrameHistory out;
  for (const double ms : all_ms) {
    FrameSample sample;
    sample.timing.total = ms;
    out.add(sample);
  }
  return out;
}

FrameHistory many_and(double last_ms) {
  FrameHistory out = of_times({});
  FrameSample sample;
  sample.timing.total = 10;
  for (int i = 0; i < 100; ++i) out.add(sample);
  sample.timing.total = last_ms;
  out.add(sample);
  return out;
}

TEST(TimesScale, HasRoomForTheNewestFrame) {
  for (const bool logarithmic : {false, true}) {
    for (const double last : {0.002, 10.0, 4000.0}) {
      const PlotScale scale = times_scale(many_and(last), logarithmic);
      EXPECT_GT(scale.high, last) << logarithmic;
      EXPECT_GT(scale.high, 10) << logarithmic;
      EXPECT_LT(scale.low, last) << logarithmic;
      EXPECT_EQ(scale.logarithmic, logarithmic);
    }
  }
}

TEST(TimesScale, OneSlowFrameOfManyIsCut) {
  FrameHistory frames = many_and(4000);
  FrameSample sample;
  sample.timing.total = 10;
  frames.add(sample);
  EXPECT_LT(times_scale(frames, false).high, 100);
}

TEST(TimesScale, IsThereWithoutFrames) {
  EXPECT_GT(times_scale({}, false).high, 0);
  EXPECT_GT(times_scale({}, true).low, 0);
}

}  // namespace
}  // namespace heteroscope
