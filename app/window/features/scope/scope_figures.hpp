#pragma once

#include <string>

#include "app/plot/figure.hpp"
#include "app/window/model/window.hpp"

/// The figures that are saved of the scope. Both show its present picture, which must exist (ScopeShow::paint).
namespace heteroscope {

/// Returns what colors of this kind stand for: "the thread that computes each cell".
const char* words_of_color(TraceColor color, bool on_cpu);
/// Returns a figure with each cell in the color of its span, and a legend of the colors.
PlotFigure scope_figure(const WindowModel& model);
/// Returns a figure of the visible part of the timeline.
PlotFigure timeline_figure(const Window& window);
/// Returns CSV with a line for each rectangle of cells of each span, with the unit that computed it and its times if
/// they were observed.
std::string spans_csv_of(const WindowModel& model);

}  // namespace heteroscope
