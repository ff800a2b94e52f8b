#pragma once

#include "core/model/suite.hpp"

namespace heteroscope::mandelbrot {

/// The figures that seed 000 has published of its three CPUs, its GPUs' memories, and its search for the best share.
extern const Published published_theory, published_agreement, published_schedules, published_memories, published_shares;

}  // namespace heteroscope::mandelbrot
