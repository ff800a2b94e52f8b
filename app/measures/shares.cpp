#include "app/measures/shares.hpp"

namespace heteroscope {

CeilingShares shares_of(const Work& work, double ms, const std::vector<HeldAgainst>& sides) {
  CeilingShares out;
  const double seconds = ms / 1000;
  double fma = 0;
  double copy = 0;
  double fill = 0;
  for (const HeldAgainst& each : sides) {
    fma += each.fma_per_s;
    copy += each.memory.rates.copy_bytes_per_s;
    fill += each.memory.rates.fill_bytes_per_s;
  }
  if (!(seconds > 0)) return out;
  if (work.fma_per_operation > 0) out.fma = work.operations / seconds * work.fma_per_operation / fma;
  (work.only_writes ? out.fill : out.copy) = work.bytes / seconds / (work.only_writes ? fill : copy);
  return out;
}

std::optional<NearestCeiling> nearest_ceiling(const CeilingShares& shares) {
  std::optional<NearestCeiling> out;
  const auto look_at = [&](std::string_view name, const std::optional<double>& share) {
    if (share && (!out || *share > out->share)) out = NearestCeiling{name, *share};
  };
  look_at("multiply-adds", shares.fma);
  look_at("a copy", shares.copy);
  look_at("a fill", shares.fill);
  return out;
}

}  // namespace heteroscope
