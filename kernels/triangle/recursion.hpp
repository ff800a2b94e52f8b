#pragma once

#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/tiling.hpp"

namespace heteroscope::triangle {

/// In tiles of that side.
inline Recursion recursion_of(const Parameters& p, int side) {
  return {tiles_over(p.cutoff, side), p.max_depth};
}

}  // namespace heteroscope::triangle
