#pragma once

#include "core/model/workload.hpp"

namespace heteroscope::rings {

/// An example of a workload to start from; reference.hpp has the loop that its variants must match.
extern const Workload workload;

}  // namespace heteroscope::rings
