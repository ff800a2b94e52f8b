#pragma once

#include <string>

#include "app/plot/figure.hpp"
#include "app/window/model/window.hpp"

/// The figures that are saved of the scope. Both show what it shows, which must be there (ScopeShow::paint).
namespace heteroscope {

/// Each cell in the color of its piece, and what the colors mean.
PlotFigure scope_figure(const WindowModel& model);
/// The rows and the time that are looked at.
PlotFigure timeline_figure(const Window& window);
/// A line for each rectangle of cells of each piece, with the unit that computed it and its times, as far as they were
/// observed.
std::string pieces_csv_of(const WindowModel& model);

}  // namespace heteroscope
