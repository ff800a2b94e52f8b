#pragma once

#include "app/analysis/graphs/graph.hpp"

namespace heteroscope {

/// Times as bars, to tolerance for an iteration that settles. The axis is logarithmic where times differ much, and says
/// so. `best`: of a variant that was measured with several counts of threads or in several blocks the fastest alone.
Graph times_as_bars(const Result& result, bool best = false);

/// Speed-ups over the reference as bars, each in the fastest number of threads. Nothing where no row has one.
Graph speedups_as_bars(const Result& result);

/// Whether a variant was measured with several block shapes, so that a plot or a table by shape says something.
bool compares_blocks(const Result& result);

/// Rates over block shapes, where they are compared.
Graph rates_by_block(const Result& result);

}  // namespace heteroscope
