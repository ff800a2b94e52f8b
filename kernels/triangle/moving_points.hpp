#pragma once

#include "core/types/field_view.hpp"
#include "kernels/triangle/parameters.hpp"

namespace heteroscope::triangle {

/// The size of the table: a column for each point; row 0 has x, row 1 has y, both in [radius, 1 − radius].
Size table_size(const Parameters& parameters);

/// Computes the points at the parameters' time. They start at random places with speeds of 0.02 to 0.1 a second in
/// random directions, and are reflected by the walls of the unit square, not by each other.
void fill_table(const Parameters& parameters, const FieldView& out);

}  // namespace heteroscope::triangle
