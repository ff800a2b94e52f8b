#pragma once

#include "app/analysis/graphs/graph.hpp"

namespace heteroscope {

/// Speed-ups over threads, beside Amdahl's law where it fits them best; of the last two scenes. Nothing where no
/// variant was measured with several counts.
Graph speedups_over_threads(const Result& result);
/// Weak scaling, where the problem grows with the threads, beside Gustafson's law.
Graph scaled_speedups(const Result& result);

}  // namespace heteroscope
