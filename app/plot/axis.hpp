#pragma once

#include <string>

namespace heteroscope {

/// A round number times a power of ten, at or above the value: an axis that moves seldom.
double nice_above(double value);
/// "500 M": a step of an axis, with few digits and an SI prefix.
std::string axis_text(double value);

}  // namespace heteroscope
