#include "app/window/layers/histogram_bars.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "app/plot/axis.hpp"
#include "app/window/layers/histogram_picture.hpp"
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

TEST(Columns, OneABinWhereThereIsRoom) {
  const std::vector<double> counts{3, 1, 2};
  EXPECT_EQ(columns_of(counts, 3), counts);
  EXPECT_EQ(columns_of(counts, 1000), counts);
}

TEST(Columns, NeighborsShareTheHighest) {
  const std::vector<double> counts{3, 1, 2, 9, 0, 0, 7};
  EXPECT_EQ(columns_of(counts, 3), (std::vector<double>{3, 9, 7}));  // bins 0-1, 2-3, 4-6
  EXPECT_EQ(columns_of(counts, 1), (std::vector<double>{9}));
  EXPECT_EQ(columns_of(counts, 0), (std::vector<double>{9}));
}

TEST(Columns, NoBinIsLost) {
  std::vector<double> counts(1024);
  std::iota(counts.begin(), counts.end(), 1.0);
  for (const int most : {1, 2, 3, 100, 333, 1023}) {
    const std::vector<double> columns = columns_of(counts, most);
    EXPECT_EQ(columns.size(), static_cast<std::size_t>(most));
    EXPECT_EQ(columns.back(), 1024);
    EXPECT_TRUE(std::ranges::is_sorted(columns));
  }
}

TEST(BarShare, LinearAndLogarithmic) {
  EXPECT_EQ(bar_share(25, 100, false), 0.25);
  EXPECT_EQ(bar_share(0, 100, true), 0);
  EXPECT_NEAR(bar_share(9, 99, true), 0.5, 1e-12);  // ln 10 / ln 100
  EXPECT_EQ(bar_share(100, 100, true), 1);
  EXPECT_EQ(bar_share(5, 0, false), 0);
}

TEST(NiceAbove, IsRoundAndNotBelow) {
  EXPECT_EQ(nice_above(7), 8);
  EXPECT_EQ(nice_above(1000), 1000);
  EXPECT_EQ(nice_above(1001), 1500);
  EXPECT_EQ(nice_above(0), 1);
}

TEST(Bars, OfAConstantStandInOneBinWithTheMean) {
  // 100 lies in [100, 104), the 26th of 64 bins over 0 to 256
  const Bars bars = bars_of(histogram({.id = "constant", .number = 100}, {31, 7}, 64));
  ASSERT_EQ(bars.size(), 64);
  EXPECT_EQ(bars.counts[25], 31 * 7);
  EXPECT_EQ(bars.total, 31 * 7);
  EXPECT_EQ(bars.highest, 31 * 7);
  EXPECT_EQ(bars.mean_value, 100);
  ASSERT_TRUE(bars.mean);
  EXPECT_DOUBLE_EQ(*bars.mean, 100.0 / 256);
  EXPECT_EQ(bin_text(bars, 25), "100 to 104");
  EXPECT_EQ(bin_text(bars, 0), "below 4");
  EXPECT_EQ(bin_text(bars, 63), "252 and above");
}

TEST(Bars, ModuloHasAPlaceForTheMeanOnlyInOneTurn) {
  const Bars inside = bars_of(histogram({.id = "constant", .number = 100}, {4, 4}, 256, 1));
  ASSERT_TRUE(inside.mean);
  EXPECT_DOUBLE_EQ(*inside.mean, 100.0 / 256);
  EXPECT_EQ(bin_text(inside, 12), "12 modulo 256");
  const Bars beyond = bars_of(histogram({.id = "constant", .number = 100}, {4, 4}, 8, 1));
  EXPECT_FALSE(beyond.mean);
  EXPECT_EQ(beyond.counts[4], 16);  // 100 = 12 · 8 + 4
}

TEST(Bars, AMeanOutsideOfTheAxisHasNoPlace) {
  EXPECT_FALSE(bars_of(histogram({.id = "constant", .number = 1000}, {4, 4}, 16)).mean);
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

TEST(HistogramPicture, SmallSourcesStayAsTheyAre) {
  const Frame frame = histogram({.id = "gradient"}, {12, 5}, 8);
  EXPECT_EQ(histogram_picture(frame, Look{}, true).size, (Size{12, 5}));
}

}  // namespace
}  // namespace heteroscope
