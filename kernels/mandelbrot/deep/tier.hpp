#pragma once

#include <string>

#include "core/types/basic_types.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// With what numbers a picture's orbits are computed.
enum class Tier {
  direct,     ///< each by itself, in the picture's precision
  perturbed,  ///< as differences from a reference, in fp64; from 0 where they are checked
  extended,   ///< the same, with exponents of their own
};

/// The one that is asked for, or the first with which fp64 can tell pixels apart, fp32 showing its own limit before;
/// where counts are to be refined, the first that knows which of them are not certain.
Tier tier_of(const Parameters& parameters, Size size);

/// Neighboring pixels, and what numbers of that precision can tell apart in the view; in its unit.
struct Resolution {
  double pixel = 0;
  double least = 0;
};
Resolution resolution_of(const Parameters& parameters, Size size, Precision precision);

/// Perturbed orbits are asked for where their differences are no doubles any more.
bool past_perturbed(const Parameters& parameters);

/// Pixels that the tier leaves undecided are computed in double-doubles: those have the range of doubles.
bool has_fine_orbit(const Parameters& parameters, Tier tier);

}  // namespace heteroscope::mandelbrot
