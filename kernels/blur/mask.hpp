#pragma once

#include <cmath>
#include <vector>

#include "core/base/host_device.hpp"
#include "kernels/blur/parameters.hpp"

namespace heteroscope::blur {

inline constexpr int max_taps = 2 * max_radius + 1;

/// The standard deviation that the parameters ask for, px.
double sigma_of(const Parameters& parameters);

/// Weights of a line of 2 radius + 1 values; 0 beyond them.
template <class T>
struct LineMask {
  T weight[max_taps];
};

/// w(k) = exp(−k² / 2σ²) / Σ exp(−j² / 2σ²), the Gaussian sampled at pixel centers, cut at the radius and normalized to
/// the sum 1. Computed on the host alone, so that both processors have the same.
LineMask<double> line_weights(const Parameters& parameters);

/// The same rounded to the precision: the mask of the separable variants, once across and once down.
template <class T>
LineMask<T> line_mask(const Parameters& parameters);

/// The products w(i) w(j), row by row, rounded once from double: the mask of the direct variants.
template <class T>
std::vector<T> square_mask(const Parameters& parameters);

/// Adds a line of weights times the values under them, from the first to the last. Direct variants add the rows of the
/// mask with it from top to bottom, and separable ones first across, then down, so that each kind agrees among itself
/// to the bit. Values outside of the image take part as 0.
template <class T, class Weights, class Values>
HETEROSCOPE_HD T add_line(T sum, const Weights& weights, const Values& values, int taps) {
  for (int i = 0; i < taps; ++i) sum = std::fma(weights[i], values[i], sum);
  return sum;
}

}  // namespace heteroscope::blur
