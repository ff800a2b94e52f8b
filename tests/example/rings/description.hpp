#pragma once

#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "tests/example/rings/parameters.hpp"

namespace heteroscope::rings {

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member. The panel, the command line, saved
/// settings, `list` and their checks follow from this; `initial` repeats the member's initial value.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::period, Parameter{.id = "period",
                              .label = "Period",
                              .unit = "",
                              .minimum = 0.001,
                              .maximum = 1,
                              .initial = 0.125,
                              .help = "Distance from one ring to the next, in widths of the picture."});
  visit(&P::center, Parameter{.id = "center",
                              .label = "Center",
                              .unit = "",
                              .minimum = 0,
                              .maximum = 1,
                              .initial = 0.5,
                              .help = "The rings' center, from left to right, in widths of the picture."});
}

}  // namespace heteroscope::rings
