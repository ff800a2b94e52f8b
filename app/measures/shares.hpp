#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "app/measures/ceilings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The shares of its processors' ceilings that a computation reached.
struct CeilingShares {
  std::optional<double> fma;   ///< of their multiply-adds; none for work that needs none
  std::optional<double> copy;  ///< of their copies; none for work that only writes
  std::optional<double> fill;  ///< of their fills, for work that only writes
};

/// The shares for work that took so many milliseconds on sides that worked together.
CeilingShares shares_of(const Work& work, double ms, const std::vector<HeldAgainst>& sides);

/// The ceiling that a computation is nearest to.
struct NearestCeiling {
  std::string_view name;  ///< "multiply-adds", "a copy", "a fill"
  double share = 0;
};
std::optional<NearestCeiling> nearest_ceiling(const CeilingShares& shares);

}  // namespace heteroscope
