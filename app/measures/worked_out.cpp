#include "app/measures/worked_out.hpp"

#include <algorithm>

#include "core/types/warp.hpp"

namespace heteroscope {
namespace {

constexpr std::int64_t most_blocks = 4096;
constexpr double most_interpreted = 1e6;  // instructions, which take some seconds

std::int64_t blocks_for(const AccessPattern& pattern, int launch) {
  return pattern.interpreted ? std::min(most_blocks, blocks_within(pattern, launch, most_interpreted)) : most_blocks;
}

/// The bytes a block of the shared arrays that the launch's instructions access.
std::size_t shared_bytes(const AccessPattern& pattern, const AccessTotals& totals) {
  std::size_t out = 0;
  for (const AccessArray& array : pattern.arrays) {
    const bool accessed = std::ranges::find(totals.of, array.name, &AccessTotal::array) != totals.of.end();
    if (array.shared && accessed)
      out += static_cast<std::size_t>(array.size.area()) * static_cast<std::size_t>(array.element_bytes);
  }
  return out;
}

}  // namespace

std::vector<WorkedOutLaunch> worked_out(const AccessPattern& pattern) {
  std::vector<WorkedOutLaunch> out;
  for (std::size_t launch = 0; launch < pattern.launches.size(); ++launch) {
    const auto number = static_cast<int>(launch);
    AccessTotals totals = totals_of(pattern, number, blocks_for(pattern, number));
    const std::size_t shared = shared_bytes(pattern, totals);
    out.push_back({pattern.launches[launch], shared, std::move(totals)});
  }
  return out;
}

namespace {

/// With 0 registers, which do not limit anything, or with more.
device::Occupancy occupancy_with(int registers, const WorkedOutLaunch& launch, const device::CapabilityFacts& on) {
  const device::KernelNeeds needs{.registers = registers, .static_shared = launch.shared_bytes};
  return device::occupancy(needs, launch.launch.warps * lanes_of_a_warp, 0, on.multiprocessor);
}

}  // namespace

device::Occupancy most_occupancy(const WorkedOutLaunch& launch, const device::CapabilityFacts& on) {
  return occupancy_with(0, launch, on);
}

int registers_for_most(const WorkedOutLaunch& launch, const device::CapabilityFacts& on) {
  int registers = 255;  // the most that a thread can have
  const int blocks = most_occupancy(launch, on).blocks;
  while (registers > 0 && occupancy_with(registers, launch, on).blocks < blocks) --registers;
  return registers;
}

}  // namespace heteroscope
