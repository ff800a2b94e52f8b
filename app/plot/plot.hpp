#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/plot/scale.hpp"
#include "core/numbers/interval.hpp"

/// The data of a plot, independent of how it is drawn. Colors are RGBA8 with red in the lowest byte.
namespace heteroscope {

/// How the points of a line are marked, so that lines can be told apart without colors.
enum class Marker { none, disk, square, triangle, diamond, flipped, cross, ring };
/// The i-th line's.
Marker marker_of(std::size_t i);

struct PlotPoint {
  double x = 0;
  double y = 0;
  std::optional<Interval> range;  ///< of y, as measured
};

/// A line through points; points that have no place on the scales interrupt it.
struct PlotLine {
  std::string label;
  std::uint32_t color = 0;
  Marker marker = Marker::none;
  std::vector<PlotPoint> points;
  bool faint = false;
  double width = 1.5;
};

/// A filled rectangle in the axes' units: a part of a bar.
struct PlotBox {
  Interval x, y;
  std::uint32_t color = 0;
};

/// From `at` on something is different: a line upward, and words beside it where there is room for them.
struct PlotBand {
  double at = 0;
  std::string label;
  bool strong = false;  ///< its words always find room
};

/// A straight line through the whole plot.
struct PlotGuide {
  double at = 0;
  bool upward = false;  ///< at a place of the x axis
  std::uint32_t color = 0;
  std::string label;    ///< in the legend of a line across, above one upward
  bool inside = false;  ///< the words of one upward stand beside it in the plot
  double width = 1;
};

/// A place on an axis and what is written there.
struct PlotMark {
  double at = 0;
  std::string text;
};

struct PlotAxis {
  std::string label;  ///< with its unit; empty: none
  bool logarithmic = false;
  bool exact = false;              ///< ends exactly where the values do
  bool bare = false;               ///< nothing is written on it
  bool prefixes = false;           ///< "20 M"
  std::string unit;                ///< behind each number
  std::optional<PlotScale> scale;  ///< instead of one that follows from the values
  std::vector<PlotMark> marks;     ///< stand on it instead of round numbers
};

enum class Legend { none, above, beside };

struct Plot {
  const char* id = "";
  std::string title;
  PlotAxis x, y;
  Legend legend = Legend::above;
  double kept = 0;  ///< room at the right of the title that stays free, in pixels
  std::vector<PlotBox> boxes;
  std::vector<PlotLine> lines;
  std::vector<PlotBand> bands;
  std::vector<PlotGuide> guides;
  std::uint32_t cut = 0;  ///< marks boxes and points of lines above the plot; 0: nothing does
  std::string empty;      ///< what is said where there is nothing to draw
};

/// The text at a place of the axis; empty: only its number.
std::string mark_text(const PlotAxis& axis, double at);

/// A column of x, one of y for each line that has a name, and its range's ends where there are any; a row for every x
/// at which a line has a point. Where the x axis has a mark, that is written; after each name the y axis' label.
std::string plot_csv(const Plot& plot, const std::string& x_name);

}  // namespace heteroscope
