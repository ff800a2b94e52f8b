#pragma once

#include <cstdint>
#include <vector>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// Something that always takes the same (core/ceilings/fixed_loop.hpp), as a plan that runs like any other: what
/// differs from run to run is the machine's, what it takes beyond itself is the program's.
struct FixedWork {
  std::int64_t turns = 0;                 ///< of the loop; none: it does nothing
  std::vector<double>* own_ms = nullptr;  ///< what the CPU's took from its first line to its last, run by run
};

/// On so many threads of the CPU, each of which does all of it; 0: on one thread of the first GPU. The device must be
/// there.
Plan fixed_plan(int threads, const FixedWork& work);

}  // namespace heteroscope
