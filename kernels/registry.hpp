#pragma once

#include "core/model/workload.hpp"

namespace heteroscope {

/// Every workload, in the order in which they are offered.
Catalog catalog();

}  // namespace heteroscope
