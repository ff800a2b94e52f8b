#pragma once

namespace heteroscope {

/// Names the limit in seconds for this process; see own_time_limit_s().
inline constexpr const char* own_limit_variable = "HETEROSCOPE_OWN_LIMIT";

/// Returns how many seconds a person's own variant may take for a frame, or from one progress that its worker tells to
/// the next, before it counts as one that never ends: the variable's value, or 10 s. Throws BadInput if the variable is
/// no number of seconds above 0.
double own_time_limit_s();

}  // namespace heteroscope
