#pragma once

#include "core/workload.hpp"

namespace heteroscope::binarize {

extern const Workload workload;

}  // namespace heteroscope::binarize
