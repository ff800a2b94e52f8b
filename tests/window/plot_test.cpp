#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/plot/bar_chart.hpp"
#include "app/plot/layout.hpp"
#include "app/plot/scale.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {
namespace {

TEST(PlotScale, RoundEnds) {
  const PlotScale linear = round_scale(0.013, 0.87, false);
  EXPECT_DOUBLE_EQ(linear.low, 0);
  EXPECT_DOUBLE_EQ(linear.high, 1);
  EXPECT_DOUBLE_EQ(linear.share(0.25), 0.25);
  const PlotScale log = round_scale(3e-7, 0.02, true);
  EXPECT_NEAR(log.low, 1e-7, 1e-19);
  EXPECT_NEAR(log.high, 0.1, 1e-12);
  EXPECT_NEAR(log.share(1e-4), 0.5, 1e-12);
  EXPECT_TRUE(std::isnan(log.share(0)));
  EXPECT_EQ(tick_text(log, 1e-5), "1e-5");
  const PlotScale flat = round_scale(2, 2, false);
  EXPECT_LT(flat.low, 2);
  EXPECT_GT(flat.high, 2);
}

TEST(PlotScale, FromZero) {
  for (const auto& [value, high] :
       std::vector<std::pair<double, double>>{{7, 8}, {1000, 1000}, {1001, 1500}, {0.013, 0.015}, {0, 1}, {NAN, 1}}) {
    const PlotScale scale = scale_from_zero(value);
    EXPECT_EQ(scale.low, 0);
    EXPECT_DOUBLE_EQ(scale.high, high);
    EXPECT_DOUBLE_EQ(ticks_of(scale, 5).back(), high) << "the end is round enough for a tick";
  }
}

TEST(PlotScale, LogarithmsOfCountsBeginAtZero) {
  const PlotScale scale{0, 99, true, 1};
  EXPECT_EQ(scale.share(0), 0);
  EXPECT_NEAR(scale.share(9), 0.5, 1e-12);  // ln 10 / ln 100
  EXPECT_EQ(scale.share(99), 1);
  EXPECT_EQ(ticks_of({0, 150000, true, 1}, 5), (std::vector<double>{0, 10, 100, 1000, 1e4, 1e5}));
  EXPECT_EQ(ticks_of({0, 150000, true, 1}, 3), (std::vector<double>{0, 100, 1e4}));
  EXPECT_EQ(ticks_of({0, 8, true, 1}, 5), (std::vector<double>{0, 1}));
}

TEST(PlotScale, LogarithmicTicksAreTwoAtLeast) {
  EXPECT_EQ(ticks_of({1, 1000, true}, 5), (std::vector<double>{1, 10, 100, 1000}));
  EXPECT_EQ(ticks_of({1, 1000, true}, 2), (std::vector<double>{1, 100}));
  const auto close = [](const PlotScale& scale, const std::vector<double>& expected) {
    const std::vector<double> ticks = ticks_of(scale, 6);
    ASSERT_EQ(ticks.size(), expected.size());
    for (std::size_t i = 0; i < ticks.size(); ++i) EXPECT_NEAR(ticks[i], expected[i], 1e-9 * expected[i]);
  };
  close({11.3, 339, true}, {20, 50, 100, 200});  // one power of ten
  close({0.16, 0.9, true}, {0.2, 0.5});          // none
  close({23.9, 47.8, true}, {25, 30, 35, 40, 45});
  close({2.1, 2.4, true}, {2.1, 2.15, 2.2, 2.25, 2.3, 2.35, 2.4});
}

TEST(PlotScale, AValueStandsWhereItsShareIs) {
  for (const PlotScale& scale : {PlotScale{-2, 6, false}, PlotScale{1e-3, 10, true}, PlotScale{0, 150, true, 1}}) {
    for (const double share : {0.0, 0.25, 1.0}) EXPECT_NEAR(scale.share(scale.value(share)), share, 1e-12);
  }
}

TEST(PlotScale, TicksLieOnTheScale) {
  for (const PlotScale& scale :
       {PlotScale{0, 1, false}, PlotScale{-0.37, 12.1, false}, PlotScale{1e-9, 10, true}, PlotScale{0, 3e6, true, 1}}) {
    for (const int most : {1, 2, 5, 10}) {
      const auto ticks = ticks_of(scale, most);
      EXPECT_LE(ticks.size(), static_cast<std::size_t>(most) + 2);
      for (const double tick : ticks) {
        EXPECT_GE(scale.share(tick), -1e-9);
        EXPECT_LE(scale.share(tick), 1 + 1e-9);
      }
    }
  }
}

template <class Kind>
std::vector<Kind> all_of(const Drawing& drawing) {
  std::vector<Kind> out;
  for (const DrawnShape& each : drawing) {
    if (const Kind* found = std::get_if<Kind>(&each)) out.push_back(*found);
  }
  return out;
}

std::set<std::string> words_in_drawing(const Drawing& drawing) {
  std::set<std::string> out;
  for (const DrawnText& each : all_of<DrawnText>(drawing)) out.insert(each.words);
  return out;
}

constexpr Area whole{10, 20, 410, 320};

Plot two_lines() {
  Plot out{.title = "Times", .x = {.label = "n"}, .y = {.label = "ms"}};
  out.lines.push_back({.label = "plain",
                       .color = 0xff0000ffu,
                       .marker = marker_of(0),
                       .points = {{1, 10, {}}, {2, 20, Interval{18, 26}}}});
  out.lines.push_back(
      {.label = "quick", .color = 0xff00ff00u, .marker = marker_of(1), .points = {{1, 1, {}}, {3, 5, {}}}});
  return out;
}

TEST(PlotLayout, PointsLieWhereTheScalesSay) {
  Drawing drawing;
  const Plot plot = two_lines();
  const PlotFrame frame = lay_out(plot, whole, svg_style(), drawing);
  ASSERT_FALSE(frame.empty);
  EXPECT_GE(frame.area.left, whole.left);
  EXPECT_LE(frame.area.right, whole.right);
  EXPECT_LE(frame.area.bottom, whole.bottom);
  // a range counts for the scale, too
  EXPECT_GE(frame.y.high, 26);
  std::vector<DrawnMark> marks = all_of<DrawnMark>(drawing);
  for (const PlotLine& line : plot.lines) {
    for (const PlotPoint& each : line.points) {
      const Spot at = frame.at(each);
      EXPECT_TRUE(std::ranges::any_of(marks, [&](const DrawnMark& mark) {
        return mark.marker == line.marker && mark.color == line.color && std::abs(mark.at.x - at.x) < 1e-9 &&
               std::abs(mark.at.y - at.y) < 1e-9;
      }));
    }
  }
  const double top = frame.up(26);
  EXPECT_TRUE(std::ranges::any_of(all_of<DrawnLine>(drawing), [&](const DrawnLine& line) {
    return line.points.size() == 2 && std::abs(line.points[1].y - top) < 1e-9 && line.points[0].x == line.points[1].x;
  }));
}

TEST(PlotLayout, EveryLineIsNamedHoweverNarrowItIs) {
  for (const double right : {1000.0, 410.0, 150.0}) {
    for (const Legend legend : {Legend::above, Legend::beside}) {
      Drawing drawing;
      Plot plot = two_lines();
      plot.lines.push_back({.label = "one with a long name", .color = 1, .points = {{1, 3, {}}}});
      plot.legend = legend;
      lay_out(plot, {10, 20, right, 320}, svg_style(), drawing);
      const auto words = words_in_drawing(drawing);
      for (const char* each : {"Times", "plain", "quick", "one with a long name", "n", "ms"})
        EXPECT_TRUE(words.contains(each)) << each << " in a width of " << right;
    }
  }
}

TEST(PlotLayout, WordsOfTheXAxisDoNotRunIntoEachOther) {
  for (const double right : {80.0, 200.0, 900.0}) {
    Drawing drawing;
    Plot plot{.x = {.logarithmic = true}};
    plot.lines.push_back({.points = {{128, 1, {}}, {32768, 2, {}}}});
    for (double side = 128; side <= 32768; side *= 2)
      plot.x.marks.push_back({side, std::to_string(static_cast<int>(side))});
    const PlotFrame frame = lay_out(plot, {0, 0, right, 300}, svg_style(), drawing);
    double free_from = -1e9;
    int count = 0;
    for (const DrawnText& each : all_of<DrawnText>(drawing)) {
      if (each.at.y < frame.area.bottom) continue;
      const double half = svg_style().width(each.words, false) / 2;
      EXPECT_GE(each.at.x - half, free_from);
      free_from = each.at.x + half;
      ++count;
    }
    EXPECT_GE(count, 1);
  }
}

TEST(PlotLayout, NothingIsDrawnBesideThePlot) {
  Drawing drawing;
  Plot plot;
  plot.x.scale = PlotScale{0, 1, false};
  plot.y.scale = PlotScale{0, 1, false};
  plot.cut = 7;
  plot.lines.push_back(
      {.color = 5, .points = {{-3, -9, {}}, {0.5, 0.5, {}}, {9, 40, {}}, {0.2, NAN, {}}, {0.1, 0.1, {}}}});
  plot.boxes.push_back({{0.2, 0.4}, {0, 3}, 6});
  plot.boxes.push_back({{2, 3}, {0, 1}, 6});
  const PlotFrame frame = lay_out(plot, whole, svg_style(), drawing);
  const double edge = 4;
  for (const DrawnLine& line : all_of<DrawnLine>(drawing)) {
    if (line.color != 5) continue;
    EXPECT_EQ(line.points.size(), 3U) << "the line goes on through its middle point";
    for (const Spot& each : line.points) {
      EXPECT_GE(each.x, frame.area.left - edge);
      EXPECT_LE(each.x, frame.area.right + edge);
      EXPECT_GE(each.y, frame.area.top - edge);
      EXPECT_LE(each.y, frame.area.bottom + edge);
    }
  }
  int boxes = 0;
  for (const DrawnBox& each : all_of<DrawnBox>(drawing)) {
    if (each.color != 6) continue;
    ++boxes;
    EXPECT_NEAR(each.area.top, frame.area.top, 1e-9);
  }
  EXPECT_EQ(boxes, 1);
  // an arrow says that the box goes on; a point after a gap stands by itself
  const auto marks = all_of<DrawnMark>(drawing);
  EXPECT_EQ(std::ranges::count(marks, 7u, &DrawnMark::color), 1);
  EXPECT_EQ(std::ranges::count(marks, 5u, &DrawnMark::color), 1);
}

TEST(PlotLayout, PointsAboveThePlotAreMarked) {
  Plot plot;
  plot.x.scale = PlotScale{0, 1, false};
  plot.y.scale = PlotScale{0, 1, false};
  plot.lines.push_back({.color = 5, .points = {{0.2, 0.5, {}}, {0.5, 40, {}}, {0.7, NAN, {}}, {2, 40, {}}}});
  for (const std::uint32_t cut : {0U, 7U}) {
    plot.cut = cut;
    Drawing drawing;
    const PlotFrame frame = lay_out(plot, whole, svg_style(), drawing);
    const auto marks = all_of<DrawnMark>(drawing);
    const auto mark = std::ranges::find(marks, 7U, &DrawnMark::color);
    ASSERT_EQ(mark != marks.end(), cut != 0);
    if (cut == 0) continue;
    EXPECT_NEAR(mark->at.x, frame.across(0.5), 1e-9);
    EXPECT_EQ(std::ranges::count(marks, 7U, &DrawnMark::color), 1);
  }
}

TEST(PlotLayout, NoBoxIsTooSmallToBeSeen) {
  Plot plot;
  plot.x.scale = PlotScale{0, 1024, false};
  plot.y.scale = scale_from_zero(1e6);
  std::vector<double> counts(1024, 1.0);
  counts[500] = 1e6;
  counts[777] = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const auto at = static_cast<double>(i);
    plot.boxes.push_back({{at, at + 1}, {0, counts[i]}, 6});
  }
  Drawing drawing;
  const PlotFrame frame = lay_out(plot, whole, svg_style(), drawing);
  std::set<double> columns;
  double highest = frame.area.bottom;
  for (const DrawnBox& each : all_of<DrawnBox>(drawing)) {
    EXPECT_NEAR(each.area.width(), 1, 1e-9);
    EXPECT_GE(each.area.height(), 1 - 1e-9);
    EXPECT_TRUE(columns.insert(each.area.left).second) << "one box a column";
    highest = std::min(highest, each.area.top);
    if (each.area.height() < 2) continue;
    EXPECT_NEAR(each.area.left + 0.5, frame.across(500), 0.51);
  }
  EXPECT_EQ(columns.size(), static_cast<std::size_t>(std::ceil(frame.area.width())));
  EXPECT_NEAR(highest, frame.area.top, 1e-9);
}

TEST(PlotLayout, WordsOfAGuideStandBesideItInThePlot) {
  const std::string words = "mean 7.5";
  const double width = svg_style().width(words, false);
  for (const double at : {0.0, 0.2, 0.95, 1.0}) {
    Plot plot;
    plot.x.scale = plot.y.scale = PlotScale{0, 1, false};
    plot.guides.push_back({.at = at, .upward = true, .color = 5, .label = words, .inside = true});
    Drawing drawing;
    const PlotFrame frame = lay_out(plot, whole, svg_style(), drawing);
    const auto texts = all_of<DrawnText>(drawing);
    const auto found = std::ranges::find(texts, words, &DrawnText::words);
    ASSERT_NE(found, texts.end());
    EXPECT_EQ(found->color, 5U);
    EXPECT_GE(found->at.x, frame.area.left);
    EXPECT_LE(found->at.x + width, frame.area.right);
    EXPECT_GE(found->at.y, frame.area.top);
    const double line = frame.across(at);
    EXPECT_TRUE(found->at.x > line || found->at.x + width < line) << at;
  }
}

TEST(PlotLayout, SaysWhatIsMissing) {
  Drawing drawing;
  Plot plot{.title = "Errors", .y = {.logarithmic = true}};
  plot.empty = "exactly 0 so far";
  plot.lines.push_back({.points = {{1, 0, {}}, {2, 0, {}}}});
  EXPECT_TRUE(lay_out(plot, whole, svg_style(), drawing).empty);
  EXPECT_TRUE(words_in_drawing(drawing).contains("exactly 0 so far"));
}

TEST(PlotLayout, LinesThatCoincideHaveDifferentMarks) {
  Drawing drawing;
  Plot plot;
  for (std::size_t i = 0; i < 7; ++i) {
    PlotLine line{.color = static_cast<std::uint32_t>(i), .marker = marker_of(i), .points = {}};
    for (int k = 0; k < 1000; ++k) line.points.push_back({k / 1000.0, 1.0 * k, {}});
    plot.lines.push_back(line);
  }
  lay_out(plot, whole, svg_style(), drawing);
  std::set<Marker> kinds;
  for (const DrawnMark& each : all_of<DrawnMark>(drawing)) kinds.insert(each.marker);
  EXPECT_EQ(kinds.size(), 7U);
  EXPECT_LT(all_of<DrawnMark>(drawing).size(), 100U) << "of many points some are marked";
}

TEST(PlotCsv, HasAColumnForEachLineAndItsRange) {
  Plot plot = two_lines();
  plot.lines[1].label = "quick, one";
  plot.y.label = {};
  EXPECT_EQ(plot_csv(plot, "n"),
            "n,plain,\"plain, least\",\"plain, most\",\"quick, one\"\n"
            "1,10,,,1\n"
            "2,20,18,26,\n"
            "3,,,,5\n");
}

TEST(PlotCsv, SaysWhatIsWrittenInThePlot) {
  Plot plot = two_lines();
  plot.y.label = "time, ms";
  plot.x.marks = {{1, "16 × 8"}, {3, "32 × 1"}};
  EXPECT_EQ(plot_csv(plot, "block"),
            "block,\"plain (time, ms)\",\"plain, least (time, ms)\",\"plain, most (time, ms)\",\"quick (time, ms)\"\n"
            "16 × 8,10,,,1\n"
            "2,20,18,26,\n"
            "32 × 1,,,,5\n");
}

TEST(BarChart, BarsAreAsLongAsTheirValues) {
  BarChart chart{
      .axis = "time, ms",
      .groups = {{"all",
                  {{.name = "plain", .value = 8, .text = "8 ms", .color = 1},
                   {.name = "quick", .value = 2, .range = Interval{1.5, 2.5}, .text = "2 ms", .color = 2}}}}};
  Drawing drawing;
  EXPECT_GT(lay_out(chart, {20, 40}, 600, svg_style(), drawing), 40);
  const auto boxes = all_of<DrawnBox>(drawing);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_NEAR(boxes[0].area.width() / boxes[1].area.width(), 4, 1e-9);
  chart.logarithmic = true;
  chart.groups[0].bars[0].value = 800;
  drawing.clear();
  lay_out(chart, {20, 40}, 600, svg_style(), drawing);
  for (const DrawnBox& each : all_of<DrawnBox>(drawing)) EXPECT_GT(each.area.width(), 5);
}

TEST(BarChart, BareIsWithoutAnAxis) {
  BarChart chart{.axis = "time, ms",
                 .groups = {{"",
                             {{.name = "plain", .value = 7, .text = "7 ms", .color = 1},
                              {.name = "quick", .value = 0.001, .text = "1 µs", .color = 2}}}},
                 .bare = true,
                 .step = 9};
  Drawing drawing;
  EXPECT_DOUBLE_EQ(lay_out(chart, {20, 40}, 600, svg_style(), drawing), 58);
  EXPECT_EQ(words_in_drawing(drawing), (std::set<std::string>{"plain", "quick", "7 ms", "1 µs"}));
  EXPECT_TRUE(all_of<DrawnLine>(drawing).empty());
  const auto boxes = all_of<DrawnBox>(drawing);
  ASSERT_EQ(boxes.size(), 2U);
  EXPECT_NEAR(boxes[0].area.right, 620 - svg_style().width("7 ms", false) - 8, 1e-9) << "the longest takes the room";
  EXPECT_GE(boxes[1].area.width(), 1);
  EXPECT_NEAR(boxes[1].area.top - boxes[0].area.top, 9, 1e-9);
  EXPECT_LT(boxes[0].area.bottom, boxes[1].area.top);
}

TEST(Svg, AHeadingStandsAboveThePlot) {
  Drawing drawing;
  const std::string about = "a machine with a name that does not fit into one line of the picture";
  const double narrow = put_heading(drawing, "Times", about, 300);
  EXPECT_TRUE(words_in_drawing(drawing).contains("Times"));
  for (const DrawnText& each : all_of<DrawnText>(drawing)) EXPECT_LT(each.at.y + 7, narrow);
  Drawing other;
  EXPECT_LT(put_heading(other, "Times", about, 900), narrow);
}

}  // namespace
}  // namespace heteroscope
