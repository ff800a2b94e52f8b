#pragma once

#include <optional>
#include <string>

#include "core/run/escape_limit.hpp"

namespace heteroscope {

/// How the limit of iterations follows the view, where a person wants it automatic (Preferences::automatic_limit).
struct LimitState {
  std::optional<LimitFinding>
      found;             ///< the limit that suits the present view; none while it is searched, or if none is searched
  bool held = true;      ///< the limit came with the view, like that of a saved view, and stays until the view moves
  bool by_hand = false;  ///< a person has chosen the limit since the view came
  std::optional<bool> returned;  ///< set in a frame in which a view returns with its limit: whether that is held
  std::string trouble;           ///< why the search failed, in one line; else empty
};

}  // namespace heteroscope
