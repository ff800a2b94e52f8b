#include "app/commands/study/split_svg.hpp"

#include <algorithm>

#include "app/analysis/graphs/share_graph.hpp"
#include "app/plot/svg.hpp"

namespace heteroscope {

double share_of_row(const BenchRow& row) {
  return row.what.settings.execution.shares.front();
}

std::size_t fastest_row(const Bench& bench) {
  return static_cast<std::size_t>(
      std::ranges::min_element(bench.rows, {}, [](const BenchRow& row) { return row.participants->frame_ms; }) -
      bench.rows.begin());
}

std::string split_svg(const Result& result) {
  return svg(standing_alone(times_over_share(result).front(), result));
}

}  // namespace heteroscope
