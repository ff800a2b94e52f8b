#pragma once

#include <string>

#include "core/device/device.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// What is wrong with the workloads' witnesses (core/model/capabilities/witness.hpp), one line; empty if nothing is.
/// Each computes one step, or one result, of the workload's defaults on the first GPU, in both precisions, with its own
/// blocks and with the largest, traced and not, and is compared with the reference.
std::string wrong_witnesses(Catalog catalog, device::Devices devices);

}  // namespace heteroscope
