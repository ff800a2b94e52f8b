#pragma once

#include "kernels/binarize/threshold.hpp"

/// The plain loops that all variants are held to, a row of each stage.
namespace heteroscope::binarize {

/// The mean: all values are added up, one after the other, in fp64, and divided by their number in the end. `scale` is
/// plain_scale(), 1 unless the sum could overflow.
template <class T>
void add_row(double& sum, const T* values, int width, double scale) {
  for (int x = 0; x < width; ++x) sum += values[x] * scale;
}

/// The threshold: a value becomes 255 where it is at least the mean, else 0.
template <class T>
void threshold_row(T* out, const T* values, int width, double mean) {
  for (int x = 0; x < width; ++x) out[x] = binarized(values[x], mean);
}

}  // namespace heteroscope::binarize
