#pragma once

#include <optional>
#include <string>

#include "core/run/escape_limit.hpp"

namespace heteroscope {

/// How the limit of iterations follows the view, where a person wants it automatic (Preferences::automatic_limit).
struct LimitState {
  std::optional<LimitFinding> found;  ///< of the view that is shown; none while one is looked for, or none is
  bool held = true;                   ///< the limit came with the view, as a saved one's does, and stays until it moves
  bool by_hand = false;               ///< a person has chosen it since the view came
  std::optional<bool> returned;       ///< a view comes with its limit in this frame: whether that is held
  std::string trouble;                ///< why none could be looked for, in a line; else empty
};

}  // namespace heteroscope
