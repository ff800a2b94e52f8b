#pragma once

#include "app/plot/layout.hpp"

/// The parts around a plot: axes, title and legend.
namespace heteroscope {

/// Title and legend; returns what they leave of the area.
Area put_heading(const Plot& plot, const Area& whole, const PlotStyle& style, Drawing& out);

/// Takes the room for the axes' numbers and names from the frame's area, and draws both axes; what is said where there
/// is nothing to draw.
void put_axes(const Plot& plot, const PlotStyle& style, PlotFrame& frame, Drawing& out);

}  // namespace heteroscope
