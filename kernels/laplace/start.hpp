#pragma once

#include <vector>

#include "core/model/iteration.hpp"
#include "core/types/field_view.hpp"
#include "kernels/laplace/parameters.hpp"

namespace heteroscope::laplace {

/// f at the n nodes of x = 0, before any strokes; 0 in the corners. `sine` and `step` are symmetric to the bit.
/// `image_row`: means over the pixels of the source's middle row that each node stands for, scaled so that the row's
/// range becomes 0 … 1; 0 if it has none.
std::vector<double> boundary_values(const Parameters& parameters, const FieldView& image);

/// Writes rows of a plane of the state before the first step: 0 but for f in column 0 of planes 0 and 1, as `cg` wants
/// it.
void begin(const Parameters& parameters, const FieldView& image, int plane, const FieldView& out, Rows rows,
           int threads);

/// Adds amount (1 − d²/r²)² to the boundary's values nearer than r to the stroke's height, d the distance in y alone,
/// among some rows; the corners stay 0.
void paint(const Stroke& stroke, const FieldView& plane, Rows rows);

}  // namespace heteroscope::laplace
