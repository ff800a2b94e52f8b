#pragma once

#include "core/plan/plan.hpp"

namespace heteroscope {

/// How many pixels along a side one pixel of a coarse picture stands for, which comes before a full one that takes
/// long; 1: no preview. `pixel_ms` is what a pixel of the same workload on the same processor took last, 0 if that is
/// not known.
int preview_factor(const Plan& plan, double pixel_ms);

/// Whether what a pixel of the one picture takes says what one of the other will take: their views overlap, and their
/// widths are of one size.
bool takes_alike(const Plan& one, const Plan& other);

/// The same at that fraction of the size.
Settings coarse(Settings settings, int factor);

}  // namespace heteroscope
