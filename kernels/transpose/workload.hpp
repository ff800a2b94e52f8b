#pragma once

#include "core/workload.hpp"

namespace heteroscope::transpose {

extern const Workload workload;

}  // namespace heteroscope::transpose
