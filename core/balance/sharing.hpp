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

/// What a frame of several equal processors took.
struct SharedFrameCost {
  double alone_ms = 0;     ///< what one of them would compute for
  double together_ms = 0;  ///< what the one that computed longest did
  double merge_ms = 0;     ///< bringing rows together when all was computed
  double sent_bytes = 0;   ///< of the rows that were computed elsewhere than they are wanted
  double sending_ms = 0;   ///< what the one that sent longest took for its own
};

/// Returns advice to leave a frame to one of several equal processors, where together + merging takes longer than it
/// alone; empty if sharing is worth it, or brings nothing together.
std::string advice_against_sharing(const SharedFrameCost& cost);

}  // namespace heteroscope
