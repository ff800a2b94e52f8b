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

/// Returns the lines along which the linearly interpolated samples equal one of the levels (ascending), by marching
/// squares (Lorensen and Cline's marching cubes, 1987, in the plane). If two lines cross a square, the mean of its
/// corners decides how they run. Squares with a corner that is not finite have no lines.
std::vector<ContourPiece> contour_pieces(const FieldSamples& samples, const std::vector<double>& levels);

/// Returns `count` evenly spaced levels between two ends, which are not levels themselves.
std::vector<double> levels_between(double low, double high, int count);

}  // namespace heteroscope
