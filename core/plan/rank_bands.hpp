#pragma once

#include <span>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// Whether ranks share a result of the workload by its rows, each a band of them: an iteration's, or one that is
/// computed from nothing and cannot be computed piece by piece.
bool has_rows_to_share(const Workload& workload);

/// Why so many ranks cannot share the plan's rows, each a band of them; empty if they can.
std::string refusal_of_ranks(const Plan& plan, int count);

/// The rows of each rank: as evenly as the multiples allow at which they begin. It must not be refused.
Parts bands_of_ranks(const Plan& plan, int count);

/// The rows of each rank, as many as it is fast, but for as many as each has at least; by what each takes a
/// millisecond.
Parts bands_by_speed(const Plan& plan, std::span<const double> speeds);
/// The plan of one of several ranks with these bands instead of its own.
Planned with_bands(Plan plan, Parts bands, device::Devices devices);

/// The rows of the state's planes for which this process has memory: all, or a rank's own and as many beyond as it
/// needs until its neighbors' come again.
Rows rows_held(const Plan& plan);

/// Rows of the state's planes for which it has memory beside those: of the edges that may be computed by themselves
/// (core/run/ranks/rank_steps.hpp).
int rows_of_edges(const Plan& plan);

/// Makes the plan that of one rank: it has its band, which its participants are to share. Throws BadInput where it is
/// refused.
void take_band(Plan& plan, int rank, int count);

}  // namespace heteroscope
