#pragma once

#include <vector>

#include "kernels/blur/line.hpp"

namespace heteroscope::blur {

/// The standard deviation that the parameters ask for, in pixels.
double sigma_of(const Parameters& parameters);

/// w(k) = exp(−k² / 2σ²) / Σ exp(−j² / 2σ²), the Gaussian sampled at pixel centers, cut off at the radius and
/// normalized to the sum 1. It is computed on the host alone, so that all processors have the same weights.
LineMask<double> line_weights(const Parameters& parameters);

/// These weights rounded to the precision: the mask of the separable variants, used once across and once down.
template <class T>
LineMask<T> line_mask(const Parameters& parameters);

/// The products w(i) w(j), row by row, rounded once from double: the mask of the direct variants.
template <class T>
std::vector<T> square_mask(const Parameters& parameters);

}  // namespace heteroscope::blur
