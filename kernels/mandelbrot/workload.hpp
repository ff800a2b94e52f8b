#pragma once

#include "core/workload.hpp"

namespace heteroscope::mandelbrot {

extern const Workload workload;

}  // namespace heteroscope::mandelbrot
