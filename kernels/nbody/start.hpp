#pragma once

#include "core/types/field_view.hpp"
#include "kernels/nbody/parameters.hpp"

namespace heteroscope::nbody {

/// Fills the state's plane, one row a body, with the start that the parameters choose. The center of mass is at 0 and
/// at rest.
void begin(const Parameters& parameters, const FieldView& out);

}  // namespace heteroscope::nbody
