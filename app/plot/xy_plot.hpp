#pragma once

#include <imgui.h>

#include <optional>
#include <string>
#include <vector>

#include "app/plot/plot_scale.hpp"
#include "app/window/shell/state.hpp"

namespace heteroscope {

/// A line through points; points that have no place on the scales interrupt it.
struct PlotLine {
  std::string label;
  ImU32 color = 0;
  std::vector<Point> points;
  bool dots = false;  ///< marks the points
  bool faint = false;
};

/// A place on an axis and what is written there.
struct PlotMark {
  double at = 0;
  std::string text;
};

/// A plot with its axes. The scales follow from the lines where they are not given.
struct XyPlot {
  const char* id = "";
  std::string title;
  std::string x_label;  ///< below the axis; empty: none
  bool log_x = false;
  bool log_y = false;
  bool whole_x = false;           ///< the x axis ends exactly where the lines do
  std::vector<PlotMark> x_marks;  ///< stand on the x axis instead of round numbers
  std::optional<PlotScale> y;
  std::vector<PlotLine> lines;
  std::string empty;  ///< what is said where there is nothing to draw
};

/// Fills what is left of the ImGui window; the values under the mouse are shown beside it.
void xy_plot(const State& state, const XyPlot& plot);

/// The i-th color of lines that share a plot.
ImU32 line_color(const Theme& theme, std::size_t i);

}  // namespace heteroscope
