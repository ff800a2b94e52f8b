#pragma once

#include <any>
#include <string>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// The extent of the planes of an iteration's state.
Extent state_of(const Workload& workload, const std::any& parameters, const Extent& output);

/// Which memory of the host and of the GPUs the plan would fill, or which side is too long to be computed at once;
/// empty if it fits.
std::string refusal_of_size(const Plan& plan, device::Devices devices);

}  // namespace heteroscope
