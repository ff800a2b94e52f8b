#pragma once

#include "core/types/basic_types.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

/// The kind of numbers in which a picture's orbits are computed.
enum class Tier {
  direct,     ///< each by itself, in the picture's precision
  perturbed,  ///< as differences from a reference, in fp64; from 0 where they are only checked
  extended,   ///< likewise, in numbers with separate exponents
};

/// The tier that the parameters ask for, or else the first one with which fp64 can tell pixels apart; a picture in fp32
/// shows fp32's own limit before. Where counts are to be refined it is the first tier that knows which of them are not
/// certain.
Tier tier_of(const Parameters& parameters, Size size);

/// The distance of neighboring pixels, and the least distance that numbers of that precision can tell apart in the
/// view; both in the view's unit.
struct Resolution {
  double pixel = 0;
  double least = 0;
};
Resolution resolution_of(const Parameters& parameters, Size size, Precision precision);

/// Whether perturbed orbits are asked for in a view so deep that their differences are no longer doubles.
bool past_perturbed(const Parameters& parameters);

/// Whether pixels that the tier leaves undecided are recomputed in double-doubles, which have the range of doubles.
bool has_fine_orbit(const Parameters& parameters, Tier tier);

}  // namespace heteroscope::mandelbrot
