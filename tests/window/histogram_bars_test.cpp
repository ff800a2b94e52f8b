#include "app/window/picture/histogram_bars.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "app/window/picture/histogram_picture.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Frame histogram(const Source& source, Size size, double bins, double binning = 0) {
  Settings settings = default_settings(find_workload(catalog(), "histogram"));
  settings.problem.source = source;
  settings.problem.size = size;
  settings.problem.parameters["bins"] = bins;
  settings.problem.parameters["binning"] = binning;
  const Planned planned = plan(settings, catalog(), device::facts());
  if (!planned) throw BadInput(planned.refusal);
  Executor executor;
  return *executor.execute(*planned.plan, {});
}

TEST(Bars, OfAConstantStandInOneBinWithTheMean) {
  // 100 lies in [100, 104), the 26th of 64 bins over 0 to 256
  const Bars bars = bars_of(histogram({.id = "constant", .number = 100}, {31, 7}, 64));
  ASSERT_EQ(bars.size(), 64);
  EXPECT_EQ(bars.counts[25], 31 * 7);
  EXPECT_EQ(bars.total, 31 * 7);
  EXPECT_EQ(bars.highest, 31 * 7);
  EXPECT_EQ(bars.mean, 100);
  EXPECT_EQ(bin_text(bars, 25), "100 to 104");
  EXPECT_EQ(bin_text(bars, 0), "below 4");
  EXPECT_EQ(bin_text(bars, 63), "252 and above");
}

TEST(Bars, ModuloHasAPlaceForTheMeanOnlyInOneTurn) {
  const Bars inside = bars_of(histogram({.id = "constant", .number = 100}, {4, 4}, 256, 1));
  EXPECT_EQ(inside.mean, 100);
  EXPECT_EQ(bin_text(inside, 12), "12 modulo 256");
  const Bars beyond = bars_of(histogram({.id = "constant", .number = 100}, {4, 4}, 8, 1));
  EXPECT_FALSE(beyond.mean);
  EXPECT_EQ(beyond.counts[4], 16);  // 100 = 12 · 8 + 4
}

TEST(Bars, AMeanOutsideOfTheAxisHasNoPlace) {
  EXPECT_FALSE(bars_of(histogram({.id = "constant", .number = 1000}, {4, 4}, 16)).mean);
}

TEST(Bars, StandBesideEachOther) {
  const Bars bars = bars_of(histogram({.id = "constant", .number = 100}, {31, 7}, 64));
  for (const bool logarithmic : {false, true}) {
    const Plot plot = bars_plot(bars, logarithmic, {.bar = 1, .mean = 2});
    ASSERT_EQ(plot.boxes.size(), 64U);
    EXPECT_EQ(plot.boxes[25].x, (Interval{25, 26}));
    EXPECT_EQ(plot.boxes[25].y, (Interval{0, 31 * 7}));
    EXPECT_EQ(plot.boxes[24].y, Interval{});
    EXPECT_EQ(plot.x.scale->share(64), 1);
    EXPECT_EQ(plot.y.scale->share(0), 0);
    EXPECT_NEAR(plot.y.scale->share(99), logarithmic ? std::log(100) / std::log(301) : 0.33, 1e-12);
    ASSERT_EQ(plot.guides.size(), 1U);
    EXPECT_EQ(plot.guides[0].at, 25);
  }
}

TEST(Bars, MarksStandAtEndsOfBins) {
  const Bars bars = bars_of(histogram({.id = "constant", .number = 100}, {31, 7}, 512));
  const auto marks = bin_marks(bars, 10);
  ASSERT_EQ(marks.size(), 9U);
  EXPECT_EQ(marks[1].at, 64);
  EXPECT_EQ(marks[1].text, "32");
  EXPECT_EQ(marks[8].text, "256");
  EXPECT_EQ(bin_marks(bars, 1).size(), 2U);
  EXPECT_EQ(bin_marks(bars, 1000).size(), 513U);
}

TEST(HistogramPicture, HasTheSourcesSizeAndABarWhereTheCountIs) {
  // all of 400 × 300 zeros: one bar, 8 of which fill the width, as high as the scale (120 k of 150 k)
  const Frame frame = histogram({.id = "constant", .number = 0}, {400, 300}, 8);
  const Picture picture = histogram_picture(frame, Look{}, false);
  ASSERT_EQ(picture.size, (Size{400, 300}));
  const auto pixel = [&](int x, int y) { return picture.pixels[static_cast<std::size_t>(y * 400 + x)]; };
  EXPECT_NE(pixel(20, 290), pixel(300, 290));  // in the bar, and where there is none
  EXPECT_EQ(pixel(20, 290), pixel(20, 250));
  EXPECT_EQ(pixel(300, 10), pixel(20, 10));  // above the bars there is the source
  EXPECT_NE(pixel(300, 290), pixel(300, 10));
}

TEST(HistogramPicture, NoBinIsLostWhereThereAreMoreThanPixels) {
  // 1024 bins over 96 pixels: the values fill the last one, beyond which there is no place for their mean
  const Frame frame = histogram({.id = "constant", .number = 1000}, {98, 98}, 1024);
  const Picture picture = histogram_picture(frame, Look{}, true);
  const auto pixel = [&](int x, int y) { return picture.pixels[static_cast<std::size_t>(y * 98 + x)]; };
  for (int x = 1; x < 97; ++x) EXPECT_EQ(pixel(x, 80) != pixel(1, 80), x == 96) << x;
}

TEST(HistogramPicture, SmallSourcesStayAsTheyAre) {
  const Frame frame = histogram({.id = "gradient"}, {12, 5}, 8);
  EXPECT_EQ(histogram_picture(frame, Look{}, true).size, (Size{12, 5}));
}

}  // namespace
}  // namespace heteroscope
