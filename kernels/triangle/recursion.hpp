#pragma once

#include <algorithm>
#include <cmath>

#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// The number of times that a triangle is halved at most: seed 004, equation 5.7.
inline int depth_of(const Parameters& p) {
  if (p.alpha == 0) return p.max_depth;
  return std::min(static_cast<int>(p.alpha * std::log2(p.n)), most_depth);
}

/// The limits of the recursion, in tiles of that side.
inline Recursion recursion_of(const Parameters& p, int side) {
  return {tiles_over(p.cutoff, side), depth_of(p)};
}

}  // namespace heteroscope::triangle
