#pragma once

#include <imgui.h>

#include "app/plot/layout.hpp"
#include "app/window/model/ui/ui.hpp"

/// Plots in the window.
namespace heteroscope {

/// A plot that has been drawn.
struct SeenPlot {
  PlotFrame frame;
  bool hovered = false;

  /// The x axis' value under the mouse.
  [[nodiscard]] double mouse_x() const;
  [[nodiscard]] ImVec2 from() const { return point(frame.area.left, frame.area.top); }
  [[nodiscard]] ImVec2 to() const { return point(frame.area.right, frame.area.bottom); }
  [[nodiscard]] static ImVec2 point(double x, double y) { return {static_cast<float>(x), static_cast<float>(y)}; }
};

/// Sizes and colors of the window, in the font that is in use.
PlotStyle plot_style(const Ui& ui);

/// Fills what is left of the ImGui window but for `below`. Values under the mouse, of lines that have a name, are shown
/// beside it.
SeenPlot draw_plot(const Ui& ui, const Plot& plot, float below = 0);

void put(const Ui& ui, ImDrawList& draw, const Drawing& drawing);

/// A line's mark before its name in a table.
void mark_before(const Ui& ui, Marker marker, ImU32 color);

/// The i-th color of lines that share a plot.
ImU32 line_color(const Theme& theme, std::size_t i);

}  // namespace heteroscope
