#pragma once

#include <string>
#include <string_view>

#include "app/window/model/window.hpp"

namespace heteroscope {

/// Returns a value of the result as panels show it: "1,024", "0.25", "NaN".
std::string shown_value(double value);
/// Returns the help of a row that has a value only where the mouse is over the picture.
std::string under_mouse(const Readout& at, std::string_view about);

}  // namespace heteroscope
