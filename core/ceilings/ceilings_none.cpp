#include "core/ceilings/device_ceilings.hpp"

#include "core/base/error.hpp"
#include "core/ceilings/chip_ceilings.hpp"
#include "core/ceilings/fixed_loop.hpp"
#include "core/device/no_cuda.hpp"

/// Linked in place of the kernels that measure ceilings where there is no CUDA toolkit. Plans never reach these calls:
/// `facts()` says why.
namespace heteroscope::device {

FmaRates measure_fma() {
  throw DeviceError(no_cuda);
}
ChipRates measure_chip() {
  throw DeviceError(no_cuda);
}
std::size_t largest_set() {
  return 0;
}
MemoryRates measure_memory(std::size_t) {
  throw DeviceError(no_cuda);
}

std::string wrong_ceilings() {
  throw DeviceError(no_cuda);
}
void launch_fixed_loop(std::int64_t, std::uint32_t*, CUstream_st*) {
  throw DeviceError(no_cuda);
}

}  // namespace heteroscope::device
