#pragma once

#include "core/workload.hpp"

namespace heteroscope::triangle {

extern const Workload workload;

}  // namespace heteroscope::triangle
