#include "app/plot/heat_map.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/plot/svg.hpp"
#include "core/color/oklab.hpp"

/// Heat maps as they are laid out.
namespace heteroscope {
namespace {

/// Three columns, two rows; nothing is known of the last cell.
HeatMap small_map() {
  HeatMap out{.title = "a map", .x_label = "across", .y_label = "down", .columns = {"1", "2", "3"}, .rows = {"a", "b"}};
  out.cells = {{.value = 1, .text = "one"},
               {.value = 10, .text = "ten"},
               {.value = 100, .text = "hundred", .marked = true},
               {.value = 10, .text = "ten"},
               {.value = 1, .text = "one"}};
  out.value_label = "ms";
  out.logarithmic = true;
  return out;
}

/// The box that is the cell's, but for a gap.
DrawnBox box_of(const Drawing& drawing, const Area& cell) {
  for (const DrawnShape& shape : drawing) {
    const auto* const box = std::get_if<DrawnBox>(&shape);
    if (box != nullptr && box->area.left == cell.left && box->area.top == cell.top) return *box;
  }
  ADD_FAILURE() << "no box there";
  return {};
}

std::vector<std::string> words_in(const Drawing& drawing) {
  std::vector<std::string> out;
  for (const DrawnShape& shape : drawing) {
    if (const auto* const text = std::get_if<DrawnText>(&shape)) out.push_back(text->words);
  }
  return out;
}

TEST(HeatMap, ColorsFollowTheLogarithmAndUnknownCellsAreEmpty) {
  Drawing drawing;
  const HeatMapFrame frame = lay_out(small_map(), {0, 0, 400, 200}, svg_style(), drawing);
  const auto lightness = [&](std::size_t column, std::size_t row) {
    return oklab_from_srgb(box_of(drawing, frame.cell(column, row)).color).lightness;
  };
  EXPECT_NEAR(lightness(1, 0), (lightness(0, 0) + lightness(2, 0)) / 2, 0.02) << "the palette's lightness is even";
  EXPECT_LT(lightness(0, 0), lightness(2, 0));
  EXPECT_EQ(box_of(drawing, frame.cell(0, 0)).color, box_of(drawing, frame.cell(1, 1)).color);
  EXPECT_FALSE(box_of(drawing, frame.cell(2, 1)).filled);
  HeatMap turned = small_map();
  turned.least_is_bright = true;
  drawing.clear();
  lay_out(turned, {0, 0, 400, 200}, svg_style(), drawing);
  EXPECT_GT(lightness(0, 0), lightness(2, 0));
}

TEST(HeatMap, NamesAndTextsStandWhereThereIsRoom) {
  Drawing wide;
  lay_out(small_map(), {0, 0, 400, 200}, svg_style(), wide);
  const std::vector<std::string> words = words_in(wide);
  for (const char* each : {"a map", "across", "down", "ms", "1", "2", "3", "a", "b", "one", "ten", "hundred"})
    EXPECT_NE(std::ranges::find(words, each), words.end()) << each;
  Drawing narrow;
  lay_out(small_map(), {0, 0, 150, 200}, svg_style(), narrow);
  const std::vector<std::string> fewer = words_in(narrow);
  EXPECT_EQ(std::ranges::find(fewer, "hundred"), fewer.end());
}

TEST(HeatMap, FindsTheCellAtASpot) {
  Drawing drawing;
  const HeatMapFrame frame = lay_out(small_map(), {0, 0, 400, 200}, svg_style(), drawing);
  for (const std::size_t place : {0, 2, 4}) {
    const Area cell = frame.cell(place % 3, place / 3);
    EXPECT_EQ(frame.place_at({(cell.left + cell.right) / 2, (cell.top + cell.bottom) / 2}), place);
  }
  EXPECT_EQ(frame.place_at({frame.area.left - 1, frame.area.top + 1}), std::nullopt);
  EXPECT_EQ(frame.place_at({frame.area.left + 1, frame.area.bottom + 1}), std::nullopt);
}

/// Letters on any color of the palette have a contrast of 4.5 at least (WCAG 2.1, 1.4.3).
TEST(HeatMap, TextsCanBeReadOnEveryColor) {
  HeatMap map{.columns = {"x"}, .rows = {"y"}, .cells = {{.value = 0, .text = "0"}}};
  map.scale = PlotScale{0, 100, false};
  const auto luminance = [](std::uint32_t color) {
    const auto linear = [&](int shift) { return srgb_decode((color >> shift & 255u) / 255.0); };
    return 0.2126 * linear(0) + 0.7152 * linear(8) + 0.0722 * linear(16);
  };
  for (int value = 0; value <= 100; ++value) {
    map.cells.front().value = value;
    Drawing drawing;
    const HeatMapFrame frame = lay_out(map, {0, 0, 300, 200}, svg_style(), drawing);
    const double ground = luminance(box_of(drawing, frame.cell(0, 0)).color);
    for (const DrawnShape& shape : drawing) {
      const auto* const text = std::get_if<DrawnText>(&shape);
      if (text == nullptr || text->words != "0" || text->anchor != Anchor::middle) continue;
      const double letters = luminance(text->color);
      EXPECT_GE((std::max(ground, letters) + 0.05) / (std::min(ground, letters) + 0.05), 4.5) << value;
    }
  }
}

/// All alike, or nothing at all, is no fault.
TEST(HeatMap, NeedsNoRange) {
  HeatMap map = small_map();
  for (HeatMap::Cell& each : map.cells) each.value = 7;
  PlotFigure figure{.title = "t", .width = 400, .height = 200, .pictures = {}, .drawing = {}};
  lay_out(map, {0, 0, 400, 200}, svg_style(), figure.drawing);
  map.cells.clear();
  lay_out(map, {0, 0, 400, 200}, svg_style(), figure.drawing);
  const std::string text = svg(figure);
  EXPECT_EQ(text.find("nan"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
