#pragma once

#include "core/workload.hpp"

namespace heteroscope::histogram {

extern const Workload workload;

}  // namespace heteroscope::histogram
