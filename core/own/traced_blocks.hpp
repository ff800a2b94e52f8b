#pragma once

#include "core/trace/span_record.hpp"

namespace heteroscope {

/// What a kernel from a person's file is launched with beside its arguments while its blocks are traced: where they
/// leave their records, and which cells of the pass each of them computes.
struct TracedBlocks {
  SpanSink sink;
  int width = 0;            ///< of the pass, in cells
  int columns = 0;          ///< that a block computes side by side in the pass
  int rows = 0;             ///< likewise below each other
  bool transposed = false;  ///< blocks that are side by side in the grid lie below each other in the pass
};

}  // namespace heteroscope
