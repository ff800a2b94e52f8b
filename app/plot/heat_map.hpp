#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/plot/drawing.hpp"
#include "app/plot/style.hpp"

namespace heteroscope {

/// Values over two lists of choices, as cells in colors of a palette, and a bar that says which color is what.
struct HeatMap {
  struct Cell {
    double value = std::numeric_limits<double>::quiet_NaN();  ///< NaN: nothing is known of it, only a thin frame stays
    std::string text;                                         ///< in the cell, where there is room for it
    bool marked = false;                                      ///< a strong frame: the best, and what ties with it
  };
  std::string title;
  std::string x_label, y_label;
  std::vector<std::string> columns;  ///< from left to right
  std::vector<std::string> rows;     ///< from the top down
  std::vector<Cell> cells;           ///< row by row; missing ones are unknown
  std::string value_label;           ///< what the values are, with their unit
  bool logarithmic = false;          ///< colors follow the values' logarithms; not where one is not positive
  bool least_is_bright = false;      ///< as with times, of which the shortest are looked for
  bool prefixes = false;             ///< "20 M" beside the bar of colors
  std::optional<PlotScale> scale;    ///< of the colors, instead of one from the least value to the largest
  std::string_view palette = "lagoon";
};

/// Where the cells of a heat map lie.
struct HeatMapFrame {
  Area area;
  std::size_t columns = 0, rows = 0;

  [[nodiscard]] Area cell(std::size_t column, std::size_t row) const;
  /// The place of the cell at a spot, in HeatMap::cells; none beyond them.
  [[nodiscard]] std::optional<std::size_t> place_at(Spot spot) const;
};

/// Lays the map out in an area of the drawing, title, names and bar included.
HeatMapFrame lay_out(const HeatMap& map, const Area& whole, const PlotStyle& style, Drawing& out);

}  // namespace heteroscope
