#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/plot/drawing.hpp"
#include "app/plot/style.hpp"

namespace heteroscope {

/// Values as bars from left to right, below each other in groups.
struct BarChart {
  struct Bar {
    std::string name;
    double value = 0;
    std::optional<Interval> range;
    std::string text;  ///< behind its end
    std::uint32_t color = 0;
    bool hollow = false;
  };
  struct Group {
    std::string name;
    std::vector<Bar> bars;
  };
  std::string axis;  ///< what the values are, with their unit
  bool logarithmic = false;
  std::vector<Group> groups;
  bool bare = false;  ///< names, bars and their texts alone: the longest bar takes all of the room
  double step = 0;    ///< from one bar to the next, in pixels; 0: a line of letters and a gap
};

/// Lays the chart out from a corner on, so wide; returns where it ends.
double lay_out(const BarChart& chart, Spot at, double width, const PlotStyle& style, Drawing& out);
/// The width of the names to the left of the bars.
double names_width(const BarChart& chart, const PlotStyle& style);

}  // namespace heteroscope
