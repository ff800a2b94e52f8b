#pragma once

#include <string>

#include "app/analysis/graphs/graph.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// The main graph of a result: times over a suite's axis, rates by block shape where they are compared, else times as
/// bars. Of no rows nothing.
Graph main_graph(const Result& result);

/// The result's main graph as a figure: times over a suite's axis, rates by block shape where they are compared, else
/// times as bars, to tolerance for an iteration that settles.
PlotFigure bench_figure(const Result& result);
/// That of something that has a title for readers beside the id that is the result's: a lesson.
PlotFigure bench_figure(const Result& result, const std::string& title);
/// That as SVG.
std::string bench_svg(const Result& result);

}  // namespace heteroscope
