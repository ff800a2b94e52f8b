#pragma once

#include "app/analysis/graphs/graph.hpp"

namespace heteroscope {

/// Times of the participants and of the frame over the share that the first participant has, where rows differ in that
/// alone: the shortest frame marked, the ideal and what other ways to share took as lines across. One for each such set
/// of rows.
std::vector<Graph> times_over_share(const Result& result);

}  // namespace heteroscope
