#include "core/device/peaks.hpp"

#include "core/device/limits/capability.hpp"

namespace heteroscope::device {

namespace {

constexpr double hertz_a_khz = 1e3;
constexpr double bits_a_byte = 8;
/// No card has as many lanes for fp64 as for fp32: Facts has 1 where the driver does not tell.
constexpr int ratio_not_told = 1;

}  // namespace

Peaks peaks_of(const Facts& gpu) {
  Peaks out;
  if (gpu.fp32_per_fp64 > ratio_not_told) out.fp32_per_fp64 = gpu.fp32_per_fp64;
  // the lanes of a GPU that stands for another are its own, not the other's
  const CapabilityFacts* const known = gpu.held_to.empty() ? find_capability({gpu.major, gpu.minor}) : nullptr;
  if (known != nullptr && gpu.clock_khz > 0 && gpu.multiprocessors > 0)
    out.fp32_fma_per_s = gpu.multiprocessors * known->fp32_lanes * hertz_a_khz * gpu.clock_khz;
  if (out.fp32_fma_per_s && out.fp32_per_fp64) out.fp64_fma_per_s = *out.fp32_fma_per_s / *out.fp32_per_fp64;
  if (gpu.memory_clock_khz > 0 && gpu.memory_bus_bits > 0)
    out.bus_bytes_per_s = 2 * hertz_a_khz * gpu.memory_clock_khz * gpu.memory_bus_bits / bits_a_byte;
  return out;
}

}  // namespace heteroscope::device
