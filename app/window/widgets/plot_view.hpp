#pragma once

#include <imgui.h>

#include "app/plot/layout.hpp"
#include "app/window/model/ui/ui.hpp"

/// Draws plots in the window.
namespace heteroscope {

/// A plot that has been drawn.
struct SeenPlot {
  PlotFrame frame;
  bool hovered = false;

  /// Returns the value of the x axis under the mouse.
  [[nodiscard]] double mouse_x() const;
  [[nodiscard]] ImVec2 from() const { return point(frame.area.left, frame.area.top); }
  [[nodiscard]] ImVec2 to() const { return point(frame.area.right, frame.area.bottom); }
  [[nodiscard]] static ImVec2 point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }
};

/// Returns the sizes and colors of plots in the window, in the present font.
PlotStyle plot_style(const Ui& ui);

/// Draws the plot into the rest of the ImGui window, except for the height `below`. Beside the mouse stand the values
/// of the lines that have a name.
SeenPlot draw_plot(const Ui& ui, const Plot& plot, float below = 0);

void put(const Ui& ui, ImDrawList& draw, const Drawing& drawing);

/// Draws a line's marker before its name in a table.
void mark_before(const Ui& ui, Marker marker, ImU32 color);

/// Returns the i-th color of lines that share a plot.
ImU32 line_color(const Theme& theme, std::size_t i);

}  // namespace heteroscope
