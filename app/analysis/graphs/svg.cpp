#include "app/analysis/graphs/svg.hpp"

#include "app/analysis/graphs/bars.hpp"
#include "app/analysis/graphs/curves.hpp"
#include "app/analysis/reading.hpp"
#include "app/plot/svg.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

Graph main_graph(const Result& result) {
  if (result.rows.empty()) return {};
  const Suite* const suite = suite_of(result);
  if (suite != nullptr && !suite->axis.empty()) {
    if (Graph over_axis = times_over_axis(result); is_there(over_axis)) return over_axis;
  }
  return compares_blocks(result) ? rates_by_block(result) : times_as_bars(result);
}

PlotFigure bench_figure(const Result& result) {
  return standing_alone(main_graph(result), result);
}

PlotFigure bench_figure(const Result& result, const std::string& title) {
  return standing_alone(main_graph(result), result, title);
}

std::string bench_svg(const Result& result) {
  return svg(bench_figure(result));
}

}  // namespace heteroscope
