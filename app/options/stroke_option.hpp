#pragma once

#include <string>

#include "core/model/iteration.hpp"

namespace heteroscope {

/// "STEP:X:Y:RADIUS:AMOUNT", lengths as shares of the sides. Throws BadInput.
Stroke parse_stroke(const std::string& text);

}  // namespace heteroscope
