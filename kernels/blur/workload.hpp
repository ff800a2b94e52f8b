#pragma once

#include "core/workload.hpp"

namespace heteroscope::blur {

extern const Workload workload;

}  // namespace heteroscope::blur
