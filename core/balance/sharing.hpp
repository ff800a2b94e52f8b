#pragma once

#include <string>
#include <vector>

#include "core/balance/bisection.hpp"

namespace heteroscope {

/// How a frame's rows came to be shared, for those who show it.
struct SharingNote {
  std::vector<double> shares;           ///< of the values, by participant: of the result, or of an iteration's state
  std::vector<Bisection::Step> search;  ///< of a bisection
  bool settled = false;                 ///< the next frame would be shared like this one
  std::string resting;                  ///< which participants had better rest, and why; empty if none
};

/// Returns advice to leave a frame to one of several equal processors, which would take `alone_ms` for what all of them
/// compute in `together_ms` and bring together in `merge_ms`; empty if sharing is worth it, or brings nothing together.
std::string advice_against_sharing(double alone_ms, double together_ms, double merge_ms);

}  // namespace heteroscope
