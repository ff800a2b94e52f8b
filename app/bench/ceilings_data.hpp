#pragma once

#include "app/measures/ceilings.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// Every ceiling that was measured.
void add_ceilings(Data to, const Ceilings& ceilings);

}  // namespace heteroscope
