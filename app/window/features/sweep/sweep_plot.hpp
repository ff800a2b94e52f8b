#pragma once

#include <string>
#include <vector>

#include "app/plot/plot.hpp"
#include "app/window/features/sweep/sweep_choice.hpp"
#include "app/window/features/sweep/sweep_task.hpp"
#include "app/window/look/theme.hpp"

namespace heteroscope {

/// The curves along an axis that have points, with the colors and marks with which they are drawn, which a variant has
/// on all axes: warm colors are the GPU's, cold ones the CPU's.
struct SweepLine {
  const SweepCurve* curve = nullptr;
  ImU32 color = 0;
  Marker marker = Marker::none;
};
std::vector<SweepLine> sweep_lines(const Theme& theme, const std::vector<SweepCurve>& curves, SweepAxis axis);

/// Returns the i-th of `count` colors of a processor.
ImU32 sweep_color(const Theme& theme, Processor processor, std::size_t i, std::size_t count);

/// Returns every x at which some line has a point, with its name: "4096", "16 × 16".
std::vector<PlotMark> sweep_marks(const std::vector<SweepLine>& lines, SweepAxis axis);

/// Returns the point of a curve at x; null if it has none.
const SweepCurve::Point* point_at(const SweepCurve& curve, double x);
/// Returns the place of each line at that x, if it has a point: "1", "2 =", "2 =", "4".
std::vector<std::string> places_at(const std::vector<SweepLine>& lines, double x);
/// Returns the description of a point: "2 = of 9: 12.3 to 12.6 ms with 95 %, 14 runs"; `of`: the number of points with
/// a place. Without a place it has only the interval.
std::string about_point(const SweepCurve::Point& point, const std::string& place, std::size_t of);

double value_of(const SweepCurve::Point& point, SweepMeasure measure);
/// Returns the unit: "ms", "ms a step" or "GB/s".
std::string sweep_unit(SweepMeasure measure, bool steps);
/// Returns a value with three digits in that unit.
std::string sweep_text(double value, SweepMeasure measure);

/// Returns the plot. `steps`: times are of one step.
Plot sweep_plot(const std::vector<SweepLine>& lines, const SweepChoice& choice, std::string x_label, bool steps);

}  // namespace heteroscope
