#pragma once

#include <vector>

#include "core/model/iteration.hpp"
#include "core/types/field_view.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// The values of f at the n nodes of x = 0, before any strokes, with 0 in the corners. `sine` and `step` are symmetric
/// to the bit. `image_row` has for each node the mean of the pixels of the source's middle row that it covers, scaled
/// so that the row's range becomes 0 … 1; 0 if the row is constant.
std::vector<double> boundary_values(const Parameters& parameters, const FieldView& image);

/// Writes rows of a plane of the state before the first step: all 0 except f in column 0 of planes 0 and 1; `cg` wants
/// it in the latter.
void begin(const Parameters& parameters, const FieldView& image, int plane, const FieldView& out, Rows rows,
           int threads);

/// Adds amount · (1 − d²/r²)² to the boundary values whose distance d in y from the stroke's center is less than r,
/// among some rows. The corners stay 0.
void paint(const Stroke& stroke, const FieldView& plane, Rows rows);

}  // namespace heteroscope::laplace
