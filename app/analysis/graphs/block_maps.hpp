#pragma once

#include "app/analysis/graphs/graph.hpp"

namespace heteroscope {

/// A heat map for each variant and precision: its time over the block's sides, the best marked, and what cannot be told
/// from it. Of the last scene. Nothing where no variant was measured in three shapes.
Graph block_maps(const Result& result);

}  // namespace heteroscope
