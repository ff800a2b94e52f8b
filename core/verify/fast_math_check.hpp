#pragma once

#include <string>

#include "core/device/device.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The error of a workload's fast-math baseline (core/model/capabilities/capabilities.hpp), in one line; empty if there
/// is none. Each baseline computes one step, or one result, of the workload's defaults on the first GPU, in both
/// precisions, with its own blocks and with the largest, traced and not, and is compared with the reference.
std::string wrong_fast_math_baselines(Catalog catalog, device::Devices devices);

}  // namespace heteroscope
