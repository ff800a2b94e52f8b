#pragma once

#include "core/model/iteration.hpp"
#include "core/types/field_view.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

/// Writes rows of the state at time 0 on an n × n grid, with 0 on the edge; `sine` and `spot` are symmetric to the bit.
/// With an `image` each node gets the mean of the pixels that it covers, scaled so that the image's range becomes 0 …
/// 1.
void begin(const Parameters& parameters, const FieldView& image, const FieldView& out, Rows rows, int threads);

/// Adds amount · (1 − d²/r²)² to the inner nodes among some rows whose distance d from the stroke's center is less than
/// its radius r.
void paint(const Stroke& stroke, const FieldView& plane, Rows rows);

}  // namespace heteroscope::heat
