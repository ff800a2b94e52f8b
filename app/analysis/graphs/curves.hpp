#pragma once

#include <vector>

#include "app/analysis/graphs/graph.hpp"

namespace heteroscope {

/// Times over the size or the suite's axis, both logarithmic: a plot for each block shape with a curve for each
/// variant, one for the CPU and one for splits; published times as faint curves. Nothing where rows have one place
/// alone.
Graph times_over_axis(const Result& result);

/// Mean, longest and shortest of the runs over the same, where the suite has published figures of these: each with
/// those behind it.
std::vector<Graph> published_times_over_axis(const Result& result);

/// Speed-ups over the same.
Graph speedups_over_axis(const Result& result);

}  // namespace heteroscope
