#pragma once

#include <cstddef>
#include <string>

#include "core/types/rates.hpp"

/// Ceilings of the current GPU, measured by events; before each timed launch there is an untimed one, as for variants.
/// Each function throws DeviceError on failure.
namespace heteroscope::device {

FmaRates measure_fma();
/// Checks the results of the kernels that measure ceilings; returns what is wrong, or an empty string.
std::string wrong_ceilings();
/// The largest set of bytes that is measured: two gigabytes, or half of the free memory where that is less.
std::size_t largest_set();
/// Measures copies in a set of so many bytes, by the faster of the driver's copy and a kernel; see MemoryCeiling.
MemoryRates measure_memory(std::size_t set_bytes);

}  // namespace heteroscope::device
