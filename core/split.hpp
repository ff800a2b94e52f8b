#pragma once

#include "core/timing.hpp"
#include "core/types.hpp"

namespace heteroscope {

/// Which rows each side computes: together all of them, none twice.
struct Shares {
  Rows gpu;
  Rows cpu;
};

/// The GPU takes the first round(share × height) rows, the CPU the rest. `previous` is the last frame's timing (null
/// for the first): automatic modes will decide from it; a manual share does not look at it.
Shares split(Processor processor, double share, int height, const Timing* previous);

}  // namespace heteroscope
