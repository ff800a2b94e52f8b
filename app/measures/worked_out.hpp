#pragma once

#include <vector>

#include "core/device/limits/capability.hpp"
#include "core/model/access_pattern.hpp"

namespace heteroscope {

/// A launch of a GPU variant, worked out from its kernel's addresses. No GPU is needed, and nothing is run.
struct WorkedOutLaunch {
  AccessLaunch launch;
  std::size_t shared_bytes = 0;  ///< a block: the shared arrays that its warps access
  AccessTotals totals;
};

/// All launches of the pattern. Of a launch with many blocks 4096 are examined, spread evenly over the grid; of an
/// interpreted one fewer, where these have more than a million instructions.
std::vector<WorkedOutLaunch> worked_out(const AccessPattern& pattern);

/// How many of the launch's blocks a multiprocessor of that compute capability holds at most: by threads, blocks and
/// shared memory alone. The registers that a compiler gives the kernel, which may lower it further, are not known
/// without its machine code; the second function tells with how many of them, a thread, it still holds so many blocks.
device::Occupancy most_occupancy(const WorkedOutLaunch& launch, const device::CapabilityFacts& on);
int registers_for_most(const WorkedOutLaunch& launch, const device::CapabilityFacts& on);

}  // namespace heteroscope
