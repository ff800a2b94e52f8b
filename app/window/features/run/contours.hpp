#pragma once

#include <vector>

#include "app/window/model/views/view.hpp"
#include "app/window/picture/field_samples.hpp"

namespace heteroscope {

/// A piece of a contour line; its ends are shares of the way between the first and the last samples.
struct ContourPiece {
  Point from, to;
  int level = 0;  ///< index
};

/// Lines along which linear interpolation between the samples has one of the levels (ascending), by marching squares
/// (Lorensen and Cline's marching cubes, 1987, in the plane). Where two lines cross a square the mean of its corners
/// says how they run. Squares with a corner that is no finite number have none.
std::vector<ContourPiece> contour_pieces(const FieldSamples& samples, const std::vector<double>& levels);

/// So many levels between two ends, neither of which is one.
std::vector<double> levels_between(double low, double high, int count);

}  // namespace heteroscope
