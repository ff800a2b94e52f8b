#pragma once

#include "core/model/workload.hpp"

namespace heteroscope {

/// All workloads, in the order in which they are offered.
Catalog catalog();

}  // namespace heteroscope
