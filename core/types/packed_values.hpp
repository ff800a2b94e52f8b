#pragma once

#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Copies the elements of a part of a field, both in host memory, to `to`, row by row without gaps. Elements that are
/// no values (above a triangle) become 0.
void pack_values(const FieldView& from, const Cutout& part, void* to);

}  // namespace heteroscope
