#pragma once

#include "app/window/model/ui/ui.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {

/// A decimal that is typed or pasted with all its digits; shortened while nobody types. What is wrong with the text is
/// said below it, and such a text is dropped when the field is left. True if the value was changed.
bool decimal_field(const Ui& ui, const char* id, const Parameter& parameter, Value& value);

}  // namespace heteroscope
