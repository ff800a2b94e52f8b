#pragma once

#include "app/window/model/ui/ui.hpp"
#include "core/model/parameter.hpp"

namespace heteroscope {

/// Draws a field in which a decimal number is typed or pasted with all its digits; it is shortened while it is not
/// edited. An error in the text is shown below it, and such a text is dropped when the field is left. True if the value
/// was changed.
bool decimal_field(const Ui& ui, const char* id, const Parameter& parameter, Value& value);

}  // namespace heteroscope
