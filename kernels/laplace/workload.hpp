#pragma once

#include "core/workload.hpp"

namespace heteroscope::laplace {

extern const Workload workload;

}  // namespace heteroscope::laplace
