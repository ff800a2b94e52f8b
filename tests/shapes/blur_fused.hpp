#pragma once

namespace heteroscope::blur {

/// What is measured: every candidate at a square size, and at one column less, where rows are not aligned.
struct ShapesAsked {
  int side;
  double copy;  ///< bytes a second
  double fp32;  ///< multiply-adds a second
  double fp64;
};

/// Measures all candidates for a radius in both precisions, and prints the fastest; false if one computed something
/// else than the two plain passes. Each radius is compiled by itself (blur_fused.cu).
template <int radius>
bool measure_shapes(const ShapesAsked& asked);

}  // namespace heteroscope::blur
