#pragma once

#include "core/plan/plan.hpp"

namespace heteroscope {

/// Why so many ranks cannot share the plan's steps, each a band of the rows; empty if they can.
std::string refusal_of_ranks(const Plan& plan, int count);

/// The rows of each rank: as evenly as the multiples allow at which they begin. It must not be refused.
Parts bands_of_ranks(const Plan& plan, int count);

/// The rows of the state's planes for which this process has memory: all, or a rank's own and as many beyond as it
/// needs until its neighbors' come again.
Rows rows_held(const Plan& plan);

/// Makes the plan that of one rank: it has its band, which its lanes are to share. Throws BadInput where it is refused.
void take_band(Plan& plan, int rank, int count);

}  // namespace heteroscope
