#pragma once

#include "core/model/suite.hpp"

namespace heteroscope::mandelbrot {

/// What the seed has printed of its three CPUs, of its GPUs' memories, and of its search for the best share.
extern const Published published_theory, published_agreement, published_schedules, published_memories, published_shares;

}  // namespace heteroscope::mandelbrot
