#pragma once

#include <optional>
#include <span>
#include <string>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// The plan of one of several ranks that share a result's rows.
struct RankPlan {
  Plan plan;     ///< with the rank's band
  Parts bands;   ///< the rows of each rank
  int rank = 0;  ///< whose plan it is
  [[nodiscard]] Rows own() const { return plan.band->own; }
};

/// A rank's plan, or one line that says why there is none on this device.
struct RankPlanned {
  std::optional<RankPlan> plan;
  std::string refusal;
  explicit operator bool() const { return plan.has_value(); }
};

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

/// Plans for one of several ranks that share a result's rows: it has its band of the rows, and memory for them;
/// `gathered` says that rank 0 also has memory for the whole result. Throws BadInput if they cannot be shared so.
RankPlanned plan_of_rank(const Settings& settings, Catalog catalog, device::Devices devices, int rank, int count,
                         bool gathered = false);
/// The rank's plan with these bands in the place of its own.
RankPlanned with_bands(const RankPlan& of, Parts bands, device::Devices devices);

}  // namespace heteroscope
