#pragma once

#include "core/base/freestanding.hpp"
#include "kernels/blur/parameters.hpp"

namespace heteroscope::blur {

inline constexpr int max_taps = 2 * max_radius + 1;

/// The weights of a line of 2 radius + 1 values; 0 beyond them.
template <class T>
struct LineMask {
  T weight[max_taps];
};

/// Adds a line of weights times the values under them, from the first to the last. Direct variants call it for the rows
/// of the mask from top to bottom, and separable ones first across, then down, so that the variants of each kind agree
/// to the bit. Values outside of the image take part as 0.
template <class T, class Weights, class Values>
HETEROSCOPE_HD T add_line(T sum, const Weights& weights, const Values& values, int taps) {
  for (int i = 0; i < taps; ++i) sum = std::fma(weights[i], values[i], sum);
  return sum;
}

}  // namespace heteroscope::blur
