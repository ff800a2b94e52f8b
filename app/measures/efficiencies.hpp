#pragma once

#include <vector>

#include "app/measures/counted_frame.hpp"
#include "core/model/capabilities/accesses.hpp"

namespace heteroscope {

/// Efficiencies (core/model/access.hpp) with the sectors and passes that were counted, in the place of those that the
/// variant's addresses make: each is the modeled one by what the model expects of those, over what was counted. Those
/// are left out whose counters the GPU does not have.
std::vector<ModelFigure> counted_efficiencies(const std::vector<ModelFigure>& modeled, const CountedColumn& column,
                                              const device::Counts& counts);

}  // namespace heteroscope
