#pragma once

#include "core/model/access_pattern.hpp"

namespace heteroscope {

/// The efficiencies of all launches of a variant together, worked out from its addresses (core/model/access.hpp has the
/// formulas). Of large grids a part of the blocks is looked at, spread evenly.
Efficiencies modeled_efficiencies(const AccessPattern& pattern);

}  // namespace heteroscope
