#pragma once

#include "core/numbers/decimal.hpp"

namespace heteroscope::mandelbrot {

/// The kind of numbers in which orbits are computed.
enum class Method { automatic, direct, perturbed, extended, checked };

/// How far pixels are recomputed whose count is not certain.
enum class Refine { no, double_double, exact };

/// How products and sums of direct orbits are rounded (arithmetic.hpp).
enum class Arithmetic { fused, separate, as_compiled };

struct Parameters {
  Decimal center_re = -0.75;
  Decimal center_im = 0;
  Decimal span = 2.5;
  double rotation = 0;  ///< degrees by which rows are turned counterclockwise from the real axis
  int max_iterations = 500;
  bool smooth = false;
  Method method = Method::automatic;
  bool leaps = true;
  Refine refine = Refine::no;
  Arithmetic arithmetic = Arithmetic::fused;
  bool julia = false;  ///< each orbit begins at its pixel's point, and c is the same for all
  Decimal julia_re = -0.8;
  Decimal julia_im = 0.156;
  bool operator==(const Parameters&) const = default;
};

}  // namespace heteroscope::mandelbrot
