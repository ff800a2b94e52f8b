#include "core/device/peaks.hpp"

#include <algorithm>
#include <iterator>

namespace heteroscope::device {

namespace {

struct LanesOf {
  int major, minor, lanes;
};
constexpr LanesOf known[] = {{3, 5, 192}, {3, 7, 192},  {5, 0, 128},  {5, 2, 128}, {5, 3, 128},
                             {6, 0, 64},  {6, 1, 128},  {6, 2, 128},  {7, 0, 64},  {7, 2, 64},
                             {7, 5, 64},  {8, 0, 64},   {8, 6, 128},  {8, 7, 128}, {8, 9, 128},
                             {9, 0, 128}, {10, 0, 128}, {10, 3, 128}, {12, 0, 128}};

constexpr double hertz_a_khz = 1e3;
constexpr double bits_a_byte = 8;
/// No card has as many lanes for fp64 as for fp32: Facts has 1 where the driver does not tell.
constexpr int ratio_not_told = 1;

}  // namespace

std::optional<int> fp32_lanes(int major, int minor) {
  const auto found =
      std::ranges::find_if(known, [&](const LanesOf& each) { return each.major == major && each.minor == minor; });
  return found == std::end(known) ? std::nullopt : std::optional(found->lanes);
}

Peaks peaks_of(const Facts& gpu) {
  Peaks out;
  if (gpu.fp32_per_fp64 > ratio_not_told) out.fp32_per_fp64 = gpu.fp32_per_fp64;
  const std::optional<int> lanes = fp32_lanes(gpu.major, gpu.minor);
  if (lanes && gpu.clock_khz > 0 && gpu.multiprocessors > 0)
    out.fp32_fma_per_s = gpu.multiprocessors * *lanes * hertz_a_khz * gpu.clock_khz;
  if (out.fp32_fma_per_s && out.fp32_per_fp64) out.fp64_fma_per_s = *out.fp32_fma_per_s / *out.fp32_per_fp64;
  if (gpu.memory_clock_khz > 0 && gpu.memory_bus_bits > 0)
    out.bus_bytes_per_s = 2 * hertz_a_khz * gpu.memory_clock_khz * gpu.memory_bus_bits / bits_a_byte;
  return out;
}

}  // namespace heteroscope::device
