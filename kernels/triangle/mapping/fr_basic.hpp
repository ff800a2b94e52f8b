#pragma once

#include <cmath>
#include <string_view>
#include <vector>

#include "kernels/triangle/mapping/fr.hpp"

namespace heteroscope::triangle {

/// The mapping of Fr with a logarithm in fp32, corrected by integers where it is rounded up to the next power: the
/// nearest float to log2(2^21 − 1) is 21, and a logarithm with an error of one unit in the last place gets there
/// earlier.
struct FrBasic {
  static constexpr std::string_view ids[] = {"fr_basic"};
  static GridLabel label(const Grid& grid) { return Fr::label(grid); }
  static std::vector<Grid> grids(int tiles, const Recursion& recursion) { return Fr::grids(tiles, recursion); }
  HETEROSCOPE_HD static Placed place(const Grid& grid, int x, int y) {
    if (y == 0) return Fr::on_diagonal(grid, x);
    int exponent = static_cast<int>(std::log2(static_cast<float>(y)));
    if ((1 << exponent) > y) --exponent;
    if ((2 << exponent) <= y) ++exponent;
    return Fr::in_square(grid, x, y, exponent);
  }
  static std::optional<Block> block_of(const Grid& grid, Tile tile) { return Fr::block_of(grid, tile); }
};

}  // namespace heteroscope::triangle
