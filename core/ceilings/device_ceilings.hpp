#pragma once

#include <cstddef>
#include <string>

#include "core/types/rates.hpp"

/// What the GPU in use can do at most, measured by events, with a launch ahead of each that is timed, as variants are.
/// Each call throws DeviceError on failure.
namespace heteroscope::device {

FmaRates measure_fma();
/// What the kernels that measure ceilings compute wrongly; empty if nothing.
std::string wrong_ceilings();
/// The largest set of bytes that is measured: two gigabytes, or half of the free memory where that is less.
std::size_t largest_set();
/// In a set of so many bytes, the faster of the driver's way and a kernel; see MemoryCeiling.
MemoryRates measure_memory(std::size_t set_bytes);

}  // namespace heteroscope::device
