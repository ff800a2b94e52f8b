#pragma once

#include "core/workload.hpp"

namespace heteroscope::heat {

extern const Workload workload;

}  // namespace heteroscope::heat
