#pragma once

#include "kernels/binarize/threshold.hpp"

/// The reference loops that all variants must match: one row of each stage.
namespace heteroscope::binarize {

/// The mean: all values are added one after the other in fp64; their sum is finally divided by their number. `scale` is
/// plain_scale(), which is 1 unless the sum could overflow.
template <class T>
void add_row(double& sum, const T* values, int width, double scale) {
  for (int x = 0; x < width; ++x) sum += values[x] * scale;
}

/// The threshold: a value becomes 255 if it is at least the mean, otherwise 0.
template <class T>
void threshold_row(T* out, const T* values, int width, double mean) {
  for (int x = 0; x < width; ++x) out[x] = binarized(values[x], mean);
}

}  // namespace heteroscope::binarize
