#include "core/ceilings/memory_ceilings.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace heteroscope {

std::size_t ceiling_set(double bytes, std::size_t largest) {
  constexpr double per_doubling = 4;
  constexpr double line = 64;     // sets are whole cache lines
  constexpr double least = 4096;  // less is all launch and no copy
  if (bytes >= static_cast<double>(largest)) return largest;
  const double steps = std::floor(per_doubling * std::log2(std::max(bytes, least)));
  const double size = std::floor(std::exp2(steps / per_doubling) / line) * line;
  return std::min(static_cast<std::size_t>(size), largest);
}

const MemoryCeiling& MemoryCeilings::of(int threads, double bytes) {
  const std::size_t set = ceiling_set(bytes, largest_);
  const auto found = std::ranges::find_if(
      measured_, [&](const MemoryCeiling& each) { return each.threads == threads && each.set_bytes == set; });
  if (found != measured_.end()) return *found;
  const MemoryRates of_one = threads > 1 ? of(1, bytes).rates : MemoryRates{};
  MemoryRates rates = measure_(threads, set);
  rates.copy_bytes_per_s = std::max(rates.copy_bytes_per_s, of_one.copy_bytes_per_s);
  rates.fill_bytes_per_s = std::max(rates.fill_bytes_per_s, of_one.fill_bytes_per_s);
  return measured_.emplace_back(MemoryCeiling{threads, set, rates});
}

const MemoryCeiling& MemoryCeilings::of_memory(int threads) {
  return of(threads, static_cast<double>(largest_));
}

int MemoryCeilings::missing(int threads, double bytes) const {
  std::set<std::pair<int, std::size_t>> out;
  for (const std::size_t set : {largest_, ceiling_set(bytes, largest_)}) {
    out.emplace(threads, set);
    if (threads > 1) out.emplace(1, set);
  }
  for (const MemoryCeiling& each : measured_) out.erase({each.threads, each.set_bytes});
  return static_cast<int>(out.size());
}

}  // namespace heteroscope
