#pragma once

#include "core/model/iteration.hpp"
#include "core/types/field_view.hpp"
#include "kernels/heat/parameters.hpp"

namespace heteroscope::heat {

/// Writes rows of the state at time 0, of n × n values, 0 on the edge. `sine` and `spot` are symmetric to the bit.
/// `image`: means of the source's pixels over each node's share of it, scaled so that the source's range becomes 0 … 1.
void begin(const Parameters& parameters, const FieldView& image, const FieldView& out, Rows rows, int threads);

/// Adds amount (1 − d²/r²)², d the distance from the stroke's center, to the nodes nearer than r that are not on the
/// edge, among some rows.
void paint(const Stroke& stroke, const FieldView& plane, Rows rows);

}  // namespace heteroscope::heat
