#pragma once

#include <vector>

#include "app/analysis/over_ranks.hpp"
#include "app/commands/bench/collection.hpp"
#include "app/ranks/ranks.hpp"

namespace heteroscope {

/// All ranks measure the same, each on its own processors, and begin each row together. What all have measured, at rank
/// 0; of the others nothing. Where nothing can be measured on any rank it is rank 0 alone, whose results say why.
/// Throws BadInput or DeviceError where one rank cannot measure what another can, would measure something else, or was
/// stopped.
std::vector<RankResults> measure_by_ranks(Ranks& ranks, const Several& asked,
                                          const std::vector<UnfinishedBench>& parts);

}  // namespace heteroscope
