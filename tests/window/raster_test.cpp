// Figures as pictures, without a display.
#include "app/plot/raster.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <set>

#include "app/plot/layout.hpp"
#include "app/plot/svg.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t opaque_black = 0xff000000U;
constexpr std::uint32_t red = 0xff0000ffU;
constexpr std::uint32_t opaque_white = 0xffffffffU;

PlotFigure figure_of(double width, double height, DrawnShape shape) {
  PlotFigure out{.title = "t", .width = width, .height = height, .pictures = {}, .drawing = {}};
  out.drawing.push_back(std::move(shape));
  return out;
}

/// The ink of a picture of black on white, in pixels.
double ink_of(const Picture& picture) {
  double out = 0;
  for (const std::uint32_t each : picture.pixels) out += (255 - static_cast<double>(each >> 8 & 255U)) / 255;
  return out;
}

TEST(Raster, BoxesFillWholePixelsAtEachScale) {
  for (const int scale : {1, 2, 3, 4}) {
    const Picture picture = raster(figure_of(10, 8, DrawnBox{.area = {2, 3, 5, 5}, .color = red}), scale);
    EXPECT_EQ(picture.size, (Size{10 * scale, 8 * scale}));
    EXPECT_EQ(std::ranges::count(picture.pixels, red), 3 * 2 * scale * scale);
    EXPECT_EQ(std::ranges::count(picture.pixels, opaque_white), (80 - 6) * scale * scale) << "no pixel is a mixture";
  }
}

TEST(Raster, NothingIsTooSmallToBeSeen) {
  const Picture box = raster(figure_of(10, 8, DrawnBox{.area = {2, 3, 2.1, 3.1}, .color = red}), 1);
  EXPECT_EQ(std::ranges::count(box.pixels, red), 1);
  const Picture line = raster(figure_of(10, 8, DrawnLine{.points = {{1, 4}, {9, 4}}, .color = red, .width = 0.1}), 1);
  EXPECT_EQ(std::ranges::count(line.pixels, red), 8);
}

TEST(Raster, WhatReachesBeyondIsCutOff) {
  const Picture picture = raster(figure_of(10, 8, DrawnBox{.area = {-5, -5, 50, 50}, .color = red}), 2);
  EXPECT_EQ(std::ranges::count(picture.pixels, red), 20 * 16);
  const Picture mark =
      raster(figure_of(10, 8, DrawnMark{.at = {0, 0}, .marker = Marker::disk, .radius = 4, .color = opaque_black}), 4);
  EXPECT_NEAR(ink_of(mark), std::numbers::pi * 16 * 16 / 4, 2) << "a quarter of the disk";
}

TEST(Raster, ShapesHaveTheirAreas) {
  constexpr double radius = 20;
  const DrawnMark disk{.at = {32, 32}, .marker = Marker::disk, .radius = radius, .color = opaque_black};
  EXPECT_NEAR(ink_of(raster(figure_of(64, 64, disk), 1)), std::numbers::pi * radius * radius, 4);
  const DrawnLine slanted{.points = {{10, 10}, {40, 50}}, .color = opaque_black, .width = 4};
  EXPECT_NEAR(ink_of(raster(figure_of(64, 64, slanted), 1)), 50 * 4, 1);
  // a curve of many short pieces is as wide as one of few
  DrawnLine curve{.points = {}, .color = opaque_black, .width = 2};
  for (int i = 0; i <= 1000; ++i) {
    const double angle = std::numbers::pi / 2 * i / 1000;
    curve.points.push_back({10 + 40 * std::cos(angle), 10 + 40 * std::sin(angle)});
  }
  EXPECT_NEAR(ink_of(raster(figure_of(64, 64, curve), 1)), 2 * std::numbers::pi / 2 * 40, 2);
  // half of its color
  const DrawnBox pale{.area = {10, 10, 20, 20}, .color = with_opacity(opaque_black, 0.5)};
  EXPECT_NEAR(ink_of(raster(figure_of(64, 64, pale), 1)), 50, 1);
}

TEST(Raster, LettersAreSharperAtMoreTimes) {
  const PlotFigure figure =
      figure_of(200, 40, DrawnText{.at = {10, 20}, .words = "Frame times: 4.25 ms", .color = opaque_black});
  const auto share_of_mixtures = [&](double scale) {
    const Picture picture = raster(figure, scale);
    const auto is_ink = [](std::uint32_t each) { return each != opaque_white; };
    const auto inks = std::ranges::count_if(picture.pixels, is_ink);
    const auto whole = std::ranges::count(picture.pixels, opaque_black);
    return 1 - static_cast<double>(whole) / static_cast<double>(inks);
  };
  const double once = share_of_mixtures(1);
  const double four = share_of_mixtures(4);
  EXPECT_GT(once, 0.5);
  EXPECT_LT(four, 0.6 * once) << "edges of letters that were only made larger would be as many mixtures as before";
  // the same letters: four times as wide and high
  EXPECT_NEAR(ink_of(raster(figure, 4)) / 16, ink_of(raster(figure, 1)), 0.05 * ink_of(raster(figure, 1)));
}

TEST(Raster, WordsStandByTheirAnchors) {
  const auto middle_of_ink = [](Anchor anchor) {
    const Picture picture = raster(
        figure_of(200, 40, DrawnText{.at = {100, 20}, .words = "HHHH", .color = opaque_black, .anchor = anchor}), 1);
    double sum = 0;
    double all = 0;
    for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
      const double ink = 255 - static_cast<double>(picture.pixels[i] & 255U);
      sum += ink * (static_cast<double>(i % 200) + 0.5);
      all += ink;
    }
    return sum / all;
  };
  const double half = middle_of_ink(Anchor::start) - 100;
  EXPECT_GT(half, 4 * 0.5 * svg_font / 2);
  EXPECT_LT(half, 4 * svg_font / 2);
  EXPECT_NEAR(middle_of_ink(Anchor::middle), 100, 0.5);
  EXPECT_NEAR(middle_of_ink(Anchor::end), 100 - half, 0.5);
}

TEST(Raster, WordsThatAreNoUtf8AreDrawnWithTheirBytes) {
  const auto drawn = [](const char* words) {
    return raster(figure_of(200, 40, DrawnText{.at = {10, 20}, .words = words, .color = opaque_black}), 1).pixels;
  };
  EXPECT_EQ(drawn("a\xff"
                  "b"),
            drawn("a\\xffb"));
  EXPECT_NE(drawn("µ"), drawn("u"));
}

TEST(Raster, AFigureTooLargeForItsPngIsRefused) {
  const DrawnBox box{.area = {2, 3, 5, 5}, .color = red};
  EXPECT_NO_THROW((void)raster(figure_of(32767, 1, box), 1));
  try {
    (void)raster(figure_of(1, 10000, box), 4);
    FAIL() << "40,000 rows were drawn";
  } catch (const BadInput& error) {
    EXPECT_NE(std::string(error.what()).find("4x40000"), std::string::npos) << error.what();
  }
}

TEST(Raster, LabelsOfAPlotAreDrawnAndNothingIsCut) {
  const auto drawn = [](const std::string& label) {
    Plot plot;
    plot.x.label = label;
    plot.lines.push_back({.label = "a line", .color = red, .points = {{0, 1, {}}, {10, 2, {}}}});
    PlotFigure figure{.title = "t", .width = 300, .height = 200, .pictures = {}, .drawing = {}};
    lay_out(plot, {figure_margin, figure_margin, 300 - figure_margin, 200 - figure_margin}, svg_style(),
            figure.drawing);
    return raster(figure, 2);
  };
  const Picture picture = drawn("share, %");
  EXPECT_GT(ink_of(picture), ink_of(drawn(".")) + 50) << "the label is missing";
  for (int y = 0; y < picture.size.height; ++y) {
    for (int x = 0; x < picture.size.width; ++x) {
      const bool edge = x < 8 || y < 8 || x >= picture.size.width - 8 || y >= picture.size.height - 8;
      const std::uint32_t pixel = picture.pixels[static_cast<std::size_t>(y * picture.size.width + x)];
      ASSERT_TRUE(!edge || pixel == opaque_white) << x << ',' << y;
    }
  }
}

TEST(Raster, HolesOfLettersStayOpen) {
  const Picture picture = raster(
      figure_of(60, 60, DrawnText{.at = {30, 30}, .words = "O", .color = opaque_black, .anchor = Anchor::middle}), 4);
  std::set<std::uint32_t> column;
  // through the middle of the letter: ink, the hole, ink
  for (int y = 0; y < 240; ++y) column.insert(picture.pixels[static_cast<std::size_t>(y) * 240 + 120]);
  EXPECT_TRUE(column.contains(opaque_black));
  EXPECT_EQ(picture.pixels[120 * 240 + 120], opaque_white);
}

TEST(Raster, PicturesKeepTheirEdgesAndAreAveragedWhereTheyAreMadeSmaller) {
  auto four = std::make_shared<Picture>();
  four->size = {2, 2};
  four->pixels = {opaque_black, red, opaque_white, opaque_black};
  PlotFigure figure{.title = "t", .width = 20, .height = 20, .pictures = {}, .drawing = {}};
  figure.pictures.push_back({{0, 0, 20, 20}, four});
  const Picture large = raster(figure, 2);
  EXPECT_EQ(std::ranges::count(large.pixels, opaque_black), 2 * 20 * 20);
  EXPECT_EQ(std::ranges::count(large.pixels, red), 20 * 20);
  figure.pictures.front().area = {0, 0, 1, 1};
  auto checks = std::make_shared<Picture>();
  checks->size = {4, 4};
  for (int i = 0; i < 16; ++i) checks->pixels.push_back((i / 4 + i) % 2 == 0 ? opaque_black : opaque_white);
  figure.pictures.front().picture = checks;
  EXPECT_NEAR(static_cast<double>(raster(figure, 1).pixels.front() & 255U), 127.5, 1);
}

TEST(Raster, RowsOfAPictureStayApartWhereItsColumnsAreMadeNarrower) {
  constexpr int columns = 3200;
  auto two = std::make_shared<Picture>();
  two->size = {columns, 2};
  two->pixels.assign(columns, opaque_black);
  two->pixels.resize(std::size_t{2} * columns, red);
  PlotFigure figure{.title = "t", .width = 90, .height = 50, .pictures = {{{10, 5, 80.3, 44.7}, two}}, .drawing = {}};
  for (const int scale : {1, 2, 3, 4}) {
    const Picture seen = raster(figure, scale);
    const std::set<std::uint32_t> colors(seen.pixels.begin(), seen.pixels.end());
    EXPECT_EQ(colors, (std::set{opaque_black, red, opaque_white})) << "a mixture at " << scale << " times";
    const auto blacks = static_cast<double>(std::ranges::count(seen.pixels, opaque_black));
    const auto reds = static_cast<double>(std::ranges::count(seen.pixels, red));
    EXPECT_NEAR(blacks, reds, 71.0 * scale) << "one row of pixels at most";
  }
}

TEST(Raster, PicturesLetThroughWhatIsBelow) {
  auto one = std::make_shared<Picture>();
  one->size = {1, 1};
  one->pixels = {with_opacity(red, 0.5)};
  PlotFigure figure{.title = "t", .width = 2, .height = 2, .pictures = {{{0, 0, 2, 2}, one}}, .drawing = {}};
  const std::uint32_t seen = raster(figure, 1).pixels.front();
  EXPECT_EQ(seen & 0xff0000ffU, 0xff0000ffU);
  EXPECT_NEAR(static_cast<double>(seen >> 8 & 255U), 127.5, 1);
}

TEST(Raster, SvgHasTheSamePicturesWithinIt) {
  auto one = std::make_shared<Picture>();
  one->size = {1, 1};
  one->pixels = {red};
  PlotFigure figure = figure_of(40, 30, DrawnText{.at = {1, 2}, .words = "a & b", .color = opaque_black});
  figure.pictures.push_back({{5, 6, 15, 26}, one});
  const std::string text = svg(figure);
  EXPECT_NE(text.find("<image x=\"5.0\" y=\"6.0\" width=\"10.0\" height=\"20.0\""), std::string::npos) << text;
  EXPECT_NE(text.find("data:image/png;base64,iVBORw0KGgo"), std::string::npos);
  EXPECT_NE(text.find("crisp-edges;image-rendering:pixelated"), std::string::npos) << "viewers smooth it";
  EXPECT_LT(text.find("<image"), text.find("a &amp; b")) << "words lie over it";
}

}  // namespace
}  // namespace heteroscope
