#pragma once

namespace heteroscope {

/// Returns the number of seconds that a variable of the environment sets, or else `usual`. Throws BadInput, naming the
/// variable, if it is no number above 0.
double seconds_named_by(const char* variable, double usual);

}  // namespace heteroscope
