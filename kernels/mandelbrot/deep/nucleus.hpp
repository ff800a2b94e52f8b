#pragma once

#include <optional>

#include "core/base/cancel.hpp"
#include "kernels/mandelbrot/deep/fixed.hpp"

/// Where a view's reference orbit begins. The nucleus of a small copy of the set comes back to 0 after its period: its
/// orbit is as long as that, however many iterations are asked for, and serves all around it.
namespace heteroscope::mandelbrot {

struct Nucleus {
  FixedPoint c;
  int period = 0;
};

/// A multiple of the least period of the nuclei around c, or the period of a neighbor: the first n at which a disk
/// around the center's iterate, of the radius that the slope makes of `radius`, holds 0. None by `limit`, or where all
/// around has escaped before.
std::optional<int> period_near(const FixedPoint& c, Wide radius, int limit, const Cancel& cancel);

/// The nucleus whose period is that or a divisor of it, by Newton's method from c, to `tolerance`. None where the
/// method leads farther away than `farthest`.
std::optional<Nucleus> nucleus_near(const FixedPoint& c, int period, Wide farthest, Wide tolerance,
                                    const Cancel& cancel);

}  // namespace heteroscope::mandelbrot
