#pragma once

#include "core/timing.hpp"
#include "core/types.hpp"

namespace heteroscope {

/// Which rows each side computes: together all of them, none twice.
struct Shares {
  Rows gpu;
  Rows cpu;
};

/// The GPU takes the first rows, round(share × height) of them or, of a triangle, as many as come closest to that share
/// of its values; the CPU takes the rest. `previous` is the last frame's timing (null
/// for the first): automatic modes will decide from it; a manual share does not look at it.
Shares split(Processor processor, double share, int height, const Timing* previous, Domain domain = Domain::whole);

}  // namespace heteroscope
