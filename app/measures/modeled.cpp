#include "app/measures/modeled.hpp"

namespace heteroscope {

namespace {

/// Bytes that lanes ask for over those that memory has to move for them, %.
std::optional<double> share_of_units(double asked_bytes, double units, std::uint64_t unit_bytes) {
  return units > 0 ? std::optional(100 * asked_bytes / (units * static_cast<double>(unit_bytes))) : std::nullopt;
}

}  // namespace

Efficiencies modeled_efficiencies(const AccessPattern& pattern) {
  AccessTotal load;
  AccessTotal store;
  AccessTotal shared;
  const auto add = [](AccessTotal& to, const AccessTotal& more) {
    to.asked_bytes += more.asked_bytes;
    to.sectors += more.sectors;
    to.passes += more.passes;
  };
  for (std::size_t launch = 0; launch < pattern.launches.size(); ++launch) {
    const AccessTotals totals = totals_of(pattern, static_cast<int>(launch));
    add(load, totals.sum(Access::global_load));
    add(store, totals.sum(Access::global_store));
    add(shared, totals.sum(Access::shared_load));
    add(shared, totals.sum(Access::shared_store));
  }
  return {share_of_units(load.asked_bytes, load.sectors, traffic::sector_bytes),
          share_of_units(store.asked_bytes, store.sectors, traffic::sector_bytes),
          share_of_units(shared.asked_bytes, shared.passes, traffic::pass_bytes)};
}

}  // namespace heteroscope
