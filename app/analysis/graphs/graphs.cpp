#include "app/analysis/graphs/bars.hpp"
#include "app/analysis/graphs/block_maps.hpp"
#include "app/analysis/graphs/curves.hpp"
#include "app/analysis/graphs/graph.hpp"
#include "app/analysis/graphs/roof_graph.hpp"
#include "app/analysis/graphs/scaling_graph.hpp"
#include "app/analysis/graphs/share_graph.hpp"

namespace heteroscope {

std::vector<Graph> graphs_of(const Result& result) {
  constexpr std::size_t many_bars = 48;
  std::vector<Graph> out;
  const auto add = [&](Graph graph) {
    if (is_there(graph)) out.push_back(std::move(graph));
  };
  const bool blocks = compares_blocks(result);
  Graph times = times_over_axis(result);
  const bool over_axis = is_there(times);
  if (!over_axis) times = times_as_bars(result, blocks || result.rows.size() > many_bars);
  if (result.rows.size() > 1) add(std::move(times));
  for (Graph& each : published_times_over_axis(result)) add(std::move(each));
  Graph speedups = speedups_over_axis(result);
  if (!is_there(speedups)) speedups = speedups_as_bars(result);
  add(std::move(speedups));
  add(speedups_over_threads(result));
  add(scaled_speedups(result));
  add(rooflines(result));
  // over an axis each block has a plot of its own
  if (blocks && !over_axis) add(rates_by_block(result));
  add(block_maps(result));
  for (Graph& each : times_over_share(result)) add(std::move(each));
  return out;
}

}  // namespace heteroscope
