#include "core/device/limits/occupancy.hpp"

#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "core/types/warp.hpp"

namespace heteroscope::device {

namespace {

constexpr int parts = 4;  // of a multiprocessor, each with warps and registers of its own
constexpr int register_unit = 256;
constexpr int most_registers_a_block = 65536;

template <class Whole>
constexpr Whole rounded_up(Whole value, Whole unit) {
  return ceil_div(value, unit) * unit;
}

int by_registers(int registers, int warps, const MultiprocessorLimits& limits) {
  if (registers == 0) return limits.blocks;
  const int a_warp = rounded_up(registers * lanes_of_a_warp, register_unit);
  if (a_warp * rounded_up(warps, parts) > std::min(limits.registers, most_registers_a_block)) return 0;
  return limits.registers / parts / a_warp * parts / warps;
}

int by_shared_memory(std::size_t bytes, const MultiprocessorLimits& limits) {
  const std::size_t a_block = rounded_up(bytes + limits.reserved_shared, limits.shared_unit);
  return a_block == 0 ? limits.blocks : static_cast<int>(limits.shared_bytes / a_block);
}

}  // namespace

Occupancy occupancy(const KernelNeeds& needs, int threads, std::size_t dynamic_shared,
                    const MultiprocessorLimits& limits) {
  const int warps = std::max(1, warps_of(threads));
  const int blocks_of_threads = threads > needs.most_threads ? 0 : limits.threads / lanes_of_a_warp / warps;
  Occupancy out;
  out.by = {blocks_of_threads, limits.blocks, by_registers(needs.registers, warps, limits),
            by_shared_memory(needs.static_shared + dynamic_shared, limits)};
  const auto least = std::ranges::min_element(out.by);
  out.blocks = *least;
  out.limit = static_cast<OccupancyLimit>(least - out.by.begin());
  out.share = static_cast<double>(out.blocks * warps) * lanes_of_a_warp / limits.threads;
  return out;
}

}  // namespace heteroscope::device
