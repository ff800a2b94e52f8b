#pragma once

#include "app/plot/drawing.hpp"
#include "app/plot/plot.hpp"
#include "app/plot/style.hpp"

namespace heteroscope {

/// Where the values of a plot lie.
struct PlotFrame {
  Area area;
  PlotScale x, y;
  bool empty = true;  ///< nothing was drawn in it

  [[nodiscard]] double across(double value) const { return area.left + area.width() * x.share(value); }
  [[nodiscard]] double up(double value) const { return area.bottom - area.height() * y.share(value); }
  /// NaN where a value has no place; beyond the plot for what lies there.
  [[nodiscard]] Spot at(const PlotPoint& point) const { return {across(point.x), up(point.y)}; }
};

/// Lays the plot out in an area of the drawing, title and legend included. A legend beside it takes what it needs.
PlotFrame lay_out(const Plot& plot, const Area& whole, const PlotStyle& style, Drawing& out);

/// Lays out the content of the plot in an existing frame, without anything around it.
void lay_out_inside(const Plot& plot, const PlotFrame& frame, const PlotStyle& style, Drawing& out);

/// Entries below each other: a piece of each line with its mark, and its name. Returns where they end.
double lay_out_legend(const Plot& plot, Spot at, const PlotStyle& style, Drawing& out);
/// The width of the legend.
double legend_width(const Plot& plot, const PlotStyle& style);

}  // namespace heteroscope
