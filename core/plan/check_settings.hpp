#pragma once

#include "core/model/settings/settings.hpp"

/// What is wrong with settings on every device.
namespace heteroscope {

/// Throws BadInput, with the known ones, for a parameter that the workload does not have.
void check_parameter_names(const Settings& settings, const Workload& workload);

/// Throws BadInput for a size, shares, threads, steps, a block, tunables or strokes outside of their ranges.
void check_values(const Settings& settings, const Workload& workload);

}  // namespace heteroscope
